package io.github.camelsms.operations;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

import jakarta.servlet.Filter;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

import org.apache.camel.CamelContext;

/**
 * Auto-configuration of the operations page as Actuator's endpoint <code>sms</code>, if that is exposed. Actuator's
 * security applies to it. Requires Spring MVC.
 */
@AutoConfiguration
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass({ Filter.class, ConditionalOnAvailableEndpoint.class, PathMappedEndpoints.class })
@ConditionalOnAvailableEndpoint(endpoint = SmsWebEndpoint.class)
@EnableConfigurationProperties(SmsOperationsProperties.class)
class SmsOperationsAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    SmsWebEndpoint smsWebEndpoint(CamelContext context, ObjectProvider<PathMappedEndpoints> endpoints) {
        return new SmsWebEndpoint(() -> files(context, endpoints.getObject()));
    }

    private static PageFiles files(CamelContext context, PathMappedEndpoints endpoints) {
        Map<String, String> others = new LinkedHashMap<>();
        for (String id : new String[] { "health", "metrics" }) {
            String path = endpoints.getRootPath(EndpointId.of(id));
            if (path != null) {
                others.put(id.substring(0, 1).toUpperCase(Locale.ROOT) + id.substring(1), "/" + path);
            }
        }
        return new PageFiles(context, "/" + endpoints.getRootPath(EndpointId.of(SmsWebEndpoint.ID)), others);
    }
}
