package io.github.camelsms.springboot;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests for misspelled properties, in each place and notation that Spring Boot reads.
 */
class UnknownPropertiesTest {

    private static final String TLS = "camel.component.sms.ssl-context-parameters.";

    @ParameterizedTest
    @ValueSource(strings = {
            "camel.component.sms.pasword", "camel.component.sms.batchsizes", "camel.component.sms.request-per-second",
            "camel.component.sms.enable", "camel.component.sms.customizer.enable",
            "camel.component.sms.configuration.batch-sise", "camel.component.sms.batch-size.most",
            "camel.component.sms.batch.size", TLS + "trust-manager.provider",
            TLS + "trust-managers.key-store.pasword" })
    void check_unknownProperty_isRejectedWithItsOrigin(String name) {
        assertThatThrownBy(() -> UnknownProperties.check(with(name, "geheim")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "Not a property of the sms component: " + name + " (\"" + name + "\" from property source \"test\")");
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "CAMEL.COMPONENT.SMS.PASWORD", "Camel.Component.Sms.pasWord", "camel.component.sms.base_uri" })
    void check_unknownPropertyInAnyNotation_isRejected(String name) {
        assertThatThrownBy(() -> UnknownProperties.check(with(name, "geheim")))
                .hasMessageContainingAll("Not a property of the sms component", name).hasMessageNotContaining("geheim");
    }

    @Test
    void check_severalUnknownProperties_namesEach() {
        ConfigurableEnvironment environment = with("camel.component.sms.pasword", "geheim");
        environment.getPropertySources()
                .addLast(new MapPropertySource("other", Map.of("camel.component.sms.usrname", "geheim")));

        assertThatThrownBy(() -> UnknownProperties.check(environment))
                .hasMessageContainingAll("camel.component.sms.pasword", "camel.component.sms.usrname", "\"other\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "camel.component.sms.base-url", "camel.component.sms.baseUrl", "camel.component.sms.BASE_URL",
            "camel.component.sms.enabled", "camel.component.sms.customizer.enabled", "camel.component.sms.message-store",
            "camel.component.sms.configuration", "camel.component.sms.configuration.batchSize",
            TLS + "trust-managers.key-store.resource", TLS + "cipher-suites.cipher-suite[0]",
            "camel.component.smsc.pasword", "camel.component.sms", "sms.pasword" })
    void check_knownPropertyInAnyNotation_passes(String name) {
        assertThatCode(() -> UnknownProperties.check(with(name, "x"))).doesNotThrowAnyException();
        assertThatCode(() -> UnknownProperties.check(with(name, ""))).doesNotThrowAnyException();
        assertThatCode(() -> UnknownProperties.check(with(name, "${NOT_SET}"))).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "CAMEL_COMPONENT_SMS_BASEURL", "CAMEL_COMPONENT_SMS_BASE_URL", "CAMEL_COMPONENT_SMS_SERVICE_HOST",
            "CAMEL_COMPONENT_SMS_SSLCONTEXTPARAMETERS_TRUSTMANAGERS_KEYSTORE_RESOURCE" })
    void check_environmentVariable_passes(String name) {
        ConfigurableEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().replace(
                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                new SystemEnvironmentPropertySource(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, Map.of(name, "geheim")));

        assertThatCode(() -> UnknownProperties.check(environment)).doesNotThrowAnyException();
    }

    private static ConfigurableEnvironment with(String name, String value) {
        ConfigurableEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("test", Map.of(name, value)));
        return environment;
    }
}
