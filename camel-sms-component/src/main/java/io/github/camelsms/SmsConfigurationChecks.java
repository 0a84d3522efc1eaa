package io.github.camelsms;

import io.github.camelsms.options.ValueChecks;

import org.apache.camel.CamelContext;

/**
 * Configurer of {@link SmsConfiguration} beans that checks durations, numbers and constants like those of endpoints.
 * Camel creates it, as META-INF/services/org/apache/camel/configurer says. Thread-safe.
 */
public final class SmsConfigurationChecks extends SmsConfigurationConfigurer {

    @Override
    public boolean configure(CamelContext context, Object target, String name, Object value, boolean ignoreCase) {
        return super.configure(context, target, name, ValueChecks.checked(this, name, value), ignoreCase);
    }
}
