package io.github.camelsms.options;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.github.camelsms.body.Durations;
import org.jspecify.annotations.Nullable;

import org.apache.camel.CamelContext;
import org.apache.camel.spi.PropertyConfigurer;
import org.apache.camel.spi.PropertyConfigurerGetter;
import org.apache.camel.support.EndpointHelper;

/**
 * Configurer that rejects invalid durations, numbers and constants before it calls the generated one. Camel would read
 * durations and whole numbers as zero, or read only a part of them, and does not name the valid constants. Thread-safe.
 */
public final class ValueChecks implements PropertyConfigurer, PropertyConfigurerGetter {

    private static final String OWN_PACKAGE = "io.github.camelsms.";

    private final PropertyConfigurer configurer;
    private final PropertyConfigurerGetter options;

    private ValueChecks(PropertyConfigurer configurer, PropertyConfigurerGetter options) {
        this.configurer = configurer;
        this.options = options;
    }

    /** Adds the checks to a configurer. Null, before Camel has found the configurer, stays null. */
    public static @Nullable PropertyConfigurer of(@Nullable PropertyConfigurer configurer) {
        return configurer instanceof PropertyConfigurerGetter options ? new ValueChecks(configurer, options) : configurer;
    }

    /**
     * Checks the parameters of a URI, before Camel wraps an error in one without the remedy.
     *
     * @throws IllegalArgumentException if one is invalid; the message names the option, its value and the remedy
     */
    public static void check(@Nullable PropertyConfigurer configurer, Map<String, Object> parameters) {
        if (configurer instanceof ValueChecks checks) {
            parameters.forEach((name, value) -> checked(checks.options, name, value));
        }
    }

    @Override
    public boolean configure(CamelContext context, Object target, String name, Object value, boolean ignoreCase) {
        return configurer.configure(context, target, name, checked(options, name, value), ignoreCase);
    }

    /**
     * Returns the value, a duration as milliseconds, because Camel reads ISO-8601 for some options only.
     *
     * @throws IllegalArgumentException if it is invalid; the message names the option, its value and the remedy
     */
    public static Object checked(PropertyConfigurerGetter options, String name, Object value) {
        if (!(value instanceof String text)) {
            // Camel Main passes the bean of a single reference, which Camel cannot convert to a list.
            boolean isElement = options.getOptionType(name, true) == List.class && !(value instanceof Collection<?>);
            return isElement ? List.of(value) : value;
        } else if (EndpointHelper.isReferenceParameter(text)) {
            return value;
        }
        Class<?> type = options.getOptionType(name, true);
        if (type == double.class) {
            return decimal(name, text, Double::valueOf);
        }
        if (type == BigDecimal.class) {
            // Camel has no converter to it.
            return decimal(name, text, BigDecimal::new);
        }
        if (type != null && type.isEnum() && type.getName().startsWith(OWN_PACKAGE)) {
            return constant(name, text, type.getEnumConstants());
        }
        return type == int.class ? wholeNumber(name, text) : type == long.class ? milliseconds(name, text) : value;
    }

    private static Object constant(String name, String text, Object[] constants) {
        for (Object constant : constants) {
            if (constant.toString().equalsIgnoreCase(text.strip())) {
                return constant;
            }
        }
        throw new IllegalArgumentException(
                "Option " + name + "=" + text + " is unknown: give one of "
                                           + Arrays.stream(constants).map(Object::toString).collect(Collectors.joining(", ")));
    }

    private static Object decimal(String name, String text, Function<String, Object> parser) {
        try {
            return parser.apply(text.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "Option " + name + "=" + text
                                               + " is not a number: give digits, with a decimal point if necessary, for example 2.5");
        }
    }

    private static Integer wholeNumber(String name, String text) {
        try {
            return Integer.valueOf(text.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "Option " + name + "=" + text + " is not a whole number up to " + Integer.MAX_VALUE
                                               + ": give digits only, for example 10");
        }
    }

    private static Long milliseconds(String name, String text) {
        try {
            return Durations.parse(text).toMillis();
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new IllegalArgumentException(
                    "Option " + name + "=" + text
                                               + " is not a duration or whole number: give one such as 30s, 1h30m or 500 (milliseconds)");
        }
    }

    @Override
    public Class<?> getOptionType(String name, boolean ignoreCase) {
        return options.getOptionType(name, ignoreCase);
    }

    @Override
    public String[] getAutowiredNames() {
        return options.getAutowiredNames();
    }

    @Override
    public Object getCollectionValueType(Object target, String name, boolean ignoreCase) {
        return options.getCollectionValueType(target, name, ignoreCase);
    }

    @Override
    public Object getOptionValue(Object target, String name, boolean ignoreCase) {
        return options.getOptionValue(target, name, ignoreCase);
    }
}
