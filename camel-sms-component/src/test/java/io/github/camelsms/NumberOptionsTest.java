package io.github.camelsms;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.main.Main;
import org.apache.camel.spi.PropertyConfigurerGetter;
import org.apache.camel.support.PropertyBindingSupport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests for options that are durations or whole numbers. Camel would read invalid ones as zero, or read only a part of
 * them.
 */
class NumberOptionsTest {

    private static final List<String> INVALID = List.of("abc", "5x", "30 s", "5m10", "1e3", "5M", "1.5s", "9999999999999d");

    private final CamelContext context = new DefaultCamelContext();

    @BeforeEach
    void configure() {
        SmsConfiguration options = component().getConfiguration();
        options.setBaseUrl("http://localhost:9");
        options.setUsername("demo");
        options.setPassword("secret-1");
    }

    @AfterEach
    void stop() {
        context.stop();
    }

    static Stream<Arguments> optionsOfTheEndpoint() {
        return invalid(new SmsEndpointUriFactory().propertyNames().stream(), new SmsEndpointConfigurer());
    }

    static Stream<Arguments> optionsOfTheComponent() {
        return invalid(
                new SmsConfigurationConfigurer().getAllOptions(new SmsConfiguration()).keySet().stream().map(
                        NumberOptionsTest::decapitalized),
                new SmsComponentConfigurer());
    }

    private static Stream<Arguments> invalid(Stream<String> names, PropertyConfigurerGetter options) {
        return names
                .filter(name -> Arrays.<Class<?>> asList(long.class, int.class).contains(options.getOptionType(name, false)))
                .flatMap(name -> INVALID.stream().map(value -> Arguments.of(name, value)));
    }

    private static String decapitalized(String name) {
        return Character.toLowerCase(name.charAt(0)) + name.substring(1);
    }

    @ParameterizedTest
    @MethodSource("optionsOfTheEndpoint")
    void endpoint_invalidNumber_failsNamingOptionValueAndRemedy(String name, String value) {
        assertThatThrownBy(() -> context.getEndpoint("sms:status?" + name + "=" + value))
                .hasMessageContainingAll("Option " + name + "=" + value + " is not a ", ": give ");
    }

    @ParameterizedTest
    @ValueSource(strings = { "1,5", "abc", "1/2", "1 000" })
    void invalidDecimal_failsNamingOptionValueAndRemedy(String value) {
        String error = "Option requestsPerSecond=" + value + " is not a number: give ";
        assertThatThrownBy(() -> context.getEndpoint("sms:send?requestsPerSecond=" + value)).hasMessageContaining(error);
        Main main = QuietMain.create();
        main.addInitialProperty("camel.component.sms.requestsPerSecond", value);
        try {
            assertThatThrownBy(main::start).rootCause().hasMessageContaining(error);
        } finally {
            main.stop();
        }
    }

    @Test
    void endpoint_decimal_isRead() {
        SmsEndpoint endpoint = context.getEndpoint("sms:send?requestsPerSecond=2.5", SmsEndpoint.class);
        assertThat(endpoint.getConfiguration().getRequestsPerSecond()).isEqualTo(2.5);
    }

    @Test
    void endpoint_largestNumber_isRead() {
        SmsEndpoint endpoint = context.getEndpoint("sms:send?maxPendingMessages=2147483647", SmsEndpoint.class);
        assertThat(endpoint.getConfiguration().getMaxPendingMessages()).isEqualTo(Integer.MAX_VALUE);
    }

    @ParameterizedTest
    @MethodSource("optionsOfTheComponent")
    void component_invalidNumber_failsNamingOptionValueAndRemedy(String name, String value) {
        Main main = QuietMain.create();
        main.addInitialProperty("camel.component.sms." + name, value);
        try {
            assertThatThrownBy(main::start).rootCause()
                    .hasMessageContainingAll("Option " + name + "=" + value + " is not a ", ": give ");
        } finally {
            main.stop();
        }
    }

    @ParameterizedTest
    @MethodSource("optionsOfTheComponent")
    void configurationBean_invalidNumber_failsNamingOptionValueAndRemedy(String name, String value) {
        PropertyBindingSupport.Builder binding = PropertyBindingSupport.build().withCamelContext(context);

        assertThatThrownBy(() -> binding.withTarget(new SmsConfiguration()).withProperty(name, value).bind()).rootCause()
                .hasMessageContainingAll("Option " + name + "=" + value + " is not a ", ": give ");
    }

    @Test
    void configurationBean_validAndInvalidValuesOfProperties_areTreatedLikeThoseOfTheComponent() throws Exception {
        Main main = QuietMain.create();
        main.addInitialProperty("camel.beans.mine", "#class:" + SmsConfiguration.class.getName());
        main.addInitialProperty("camel.beans.mine.request-timeout", "PT7S");
        main.addInitialProperty("camel.component.sms.configuration", "#bean:mine");
        main.addInitialProperty("camel.component.sms.configuration.batch-size", "33");
        try {
            main.start();
            SmsConfiguration set = main.getCamelContext().getComponent("sms", SmsComponent.class).getConfiguration();
            assertThat(set.getRequestTimeout()).isEqualTo(7_000);
            assertThat(set.getBatchSize()).isEqualTo(33);
        } finally {
            main.stop();
        }
        Main broken = QuietMain.create();
        broken.addInitialProperty("camel.component.sms.configuration.batchSize", "ten");
        try {
            assertThatThrownBy(broken::start).rootCause().hasMessageContaining("Option batchSize=ten is not a whole number");
        } finally {
            broken.stop();
        }
    }

    @Test
    void options_ofTheEndpointAndTheComponent_includeTheKnownDurations() {
        assertThat(optionsOfTheEndpoint().map(it -> it.get()[0])).contains("requestTimeout", "delay", "batchSize");
        assertThat(optionsOfTheComponent().map(it -> it.get()[0])).contains("requestTimeout", "reconcileFor", "batchSize");
    }

    @ParameterizedTest
    @CsvSource({ "500,500", "30s,30000", "1h30m,5400000", "PT5M,300000", "'30s ',30000" })
    void endpoint_validDuration_isReadByEachOption(String value, long millis) {
        SmsEndpoint endpoint = context.getEndpoint(
                "sms:status?delay=" + value + "&requestTimeout=" + value, SmsEndpoint.class);
        assertThat(endpoint.getDelay()).isEqualTo(millis);
        assertThat(endpoint.getConfiguration().getRequestTimeout()).isEqualTo(millis);
    }

    @Test
    void endpoint_placeholdersAndReferences_areResolved() {
        context.getPropertiesComponent().addInitialProperty("timeout", "7s");
        context.getPropertiesComponent().addInitialProperty("broken", "5x");
        context.getRegistry().bind("long", Duration.ofMinutes(9));
        context.getRegistry().bind("many", 33);
        SmsEndpoint endpoint = context.getEndpoint(
                "sms:send?requestTimeout={{timeout}}&deliveryTimeout=#long&reconcileFor=#bean:long&batchSize=#many&reconcileAfter=#property:timeout",
                SmsEndpoint.class);
        assertThat(endpoint.getConfiguration().getRequestTimeout()).isEqualTo(7_000);
        assertThat(endpoint.getConfiguration().getDeliveryTimeout()).isEqualTo(540_000);
        assertThat(endpoint.getConfiguration().getReconcileFor()).isEqualTo(540_000);
        assertThat(endpoint.getConfiguration().getReconcileAfter()).isEqualTo(7_000);
        assertThat(endpoint.getConfiguration().getBatchSize()).isEqualTo(33);
        assertThatThrownBy(() -> context.getEndpoint("sms:send?requestTimeout={{broken}}"))
                .hasMessageContaining("Option requestTimeout=5x");
        assertThatThrownBy(() -> context.getEndpoint("sms:send?requestTimeout=#property:broken"))
                .rootCause().hasMessageContaining("Option requestTimeout=5x");
    }

    @Test
    void component_placeholdersAndReferences_areResolved() throws Exception {
        Main main = QuietMain.create();
        main.addInitialProperty("timeout", "7s");
        main.bind("long", Duration.ofMinutes(9));
        main.addInitialProperty("camel.component.sms.request-timeout", "{{timeout}}");
        main.addInitialProperty("camel.component.sms.deliveryTimeout", "#long");
        main.addInitialProperty("camel.component.sms.reconcile-for", "#bean:long");
        try {
            main.start();
            SmsConfiguration set = main.getCamelContext().getComponent("sms", SmsComponent.class).getConfiguration();
            assertThat(set.getRequestTimeout()).isEqualTo(7_000);
            assertThat(set.getDeliveryTimeout()).isEqualTo(540_000);
            assertThat(set.getReconcileFor()).isEqualTo(540_000);
        } finally {
            main.stop();
        }
    }

    private SmsComponent component() {
        return context.getComponent("sms", SmsComponent.class);
    }
}
