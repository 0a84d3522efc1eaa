package io.github.camelsms;

import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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
 * Tests for options with a fixed set of values. Camel's error for an invalid one does not name the valid ones.
 */
class EnumOptionsTest {

    private final CamelContext context = new DefaultCamelContext();

    @BeforeEach
    void configure() {
        SmsConfiguration options = context.getComponent("sms", SmsComponent.class).getConfiguration();
        options.setBaseUrl("http://localhost:9");
        options.setUsername("demo");
        options.setPassword("secret-1");
    }

    @AfterEach
    void stop() {
        context.stop();
    }

    static Stream<String> optionsOfTheEndpoint() {
        return ownEnums(new SmsEndpointUriFactory().propertyNames().stream().filter(name -> !name.equals("resource")),
                new SmsEndpointConfigurer());
    }

    static Stream<String> optionsOfTheComponent() {
        return ownEnums(new SmsConfigurationConfigurer().getAllOptions(new SmsConfiguration()).keySet().stream()
                .map(name -> Character.toLowerCase(name.charAt(0)) + name.substring(1)), new SmsComponentConfigurer());
    }

    private static Stream<String> ownEnums(Stream<String> names, PropertyConfigurerGetter options) {
        return names.filter(name -> options.getOptionType(name, false).isEnum()
                && options.getOptionType(name, false).getName().startsWith("io.github.camelsms"));
    }

    @ParameterizedTest
    @MethodSource("optionsOfTheEndpoint")
    void endpoint_invalidValue_failsNamingOptionValueAndValidValues(String name) {
        for (String value : new String[] { "", "quick", "by-date" }) {
            assertThatThrownBy(() -> context.getEndpoint("sms:status?" + name + "=" + value))
                    .hasMessageContaining("Option " + name + "=" + value + " is unknown: give one of ");
        }
    }

    @ParameterizedTest
    @MethodSource("optionsOfTheComponent")
    void component_invalidValue_failsNamingOptionValueAndValidValues(String name) {
        String error = "Option " + name + "=quick is unknown: give one of ";
        Main main = QuietMain.create();
        main.addInitialProperty("camel.component.sms." + name, "quick");
        try {
            assertThatThrownBy(main::start).rootCause().hasMessageContaining(error);
        } finally {
            main.stop();
        }
        PropertyBindingSupport.Builder binding = PropertyBindingSupport.build().withCamelContext(context);
        assertThatThrownBy(() -> binding.withTarget(new SmsConfiguration()).withProperty(name, "quick").bind())
                .rootCause().hasMessageContaining(error);
    }

    @Test
    void endpoint_invalidResults_failsNamingAllValues() {
        assertThatThrownBy(() -> context.getEndpoint("sms:send?results=some"))
                .hasMessageContaining("Option results=some is unknown: give one of all, problems, counts");
    }

    @ParameterizedTest
    @ValueSource(strings = { "byDate", "bydate", "BYDATE" })
    void endpoint_anyCase_isRead(String value) {
        SmsEndpoint endpoint = context.getEndpoint("sms:status?query=" + value, SmsEndpoint.class);
        assertThat(endpoint.getConfiguration().getQuery()).isEqualTo(SmsStatusQuery.byDate);
    }

    @Test
    void options_ofTheEndpointAndTheComponent_includeTheKnownOnes() {
        assertThat(optionsOfTheEndpoint()).contains("pacing", "query", "operation");
        assertThat(optionsOfTheComponent()).contains("pacing", "query", "results");
    }
}
