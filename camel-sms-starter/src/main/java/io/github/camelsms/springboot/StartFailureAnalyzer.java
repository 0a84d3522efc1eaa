package io.github.camelsms.springboot;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.camelsms.store.SmsStoreException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.env.Environment;

/**
 * Failure analyzer that reports an unknown property, an invalid option of the component, or a message store that cannot
 * be used, without a stack trace and with the name of the property.
 */
final class StartFailureAnalyzer implements FailureAnalyzer {

    /** Begins the messages of the component about its options. */
    private static final Pattern OPTION = Pattern.compile("Option (\\w+).*", Pattern.DOTALL);
    private static final String FILE = SmsStoreAutoConfiguration.PREFIX + ".file";

    private final Environment environment;

    StartFailureAnalyzer(Environment environment) {
        this.environment = environment;
    }

    @Override
    public @Nullable FailureAnalysis analyze(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            String action = action(cause, String.valueOf(cause.getMessage()));
            if (action != null) {
                return new FailureAnalysis(cause.getMessage(), action, cause);
            }
        }
        return null;
    }

    private @Nullable String action(Throwable cause, String message) {
        if (cause instanceof SmsStoreException) {
            return "Check " + (environment.getProperty(FILE) == null ? "spring.datasource.*" : FILE) + ".";
        }
        if (cause instanceof IllegalStateException && message.startsWith(UnknownProperties.UNKNOWN)) {
            return "Correct the name, or remove the property.";
        }
        if (cause instanceof IllegalStateException && message.startsWith(SmsStoreAutoConfiguration.NOT_STORED)) {
            return "Check " + SmsStoreAutoConfiguration.PREFIX + ".*.";
        }
        Matcher option = OPTION.matcher(message);
        if (cause instanceof IllegalArgumentException && option.matches()) {
            String name = option.group(1).replaceAll("(\\p{Lu})", "-$1").toLowerCase(Locale.ROOT);
            return "Correct the property " + ConfigurationPropertyName.of(SmsComponentConfiguration.PREFIX).append(name)
                   + ", or the option " + option.group(1) + " of the endpoint that sets it.";
        }
        return null;
    }
}
