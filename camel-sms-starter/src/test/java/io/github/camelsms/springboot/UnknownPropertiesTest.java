package io.github.camelsms.springboot;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests for misspelled properties, in each place and notation that Spring Boot reads.
 */
@ExtendWith(OutputCaptureExtension.class)
class UnknownPropertiesTest {

    private static final String TLS = "camel.component.sms.ssl-context-parameters.";

    @ParameterizedTest
    @CsvSource({
            "camel.component.sms.pasword, camel.component.sms.password",
            "camel.component.sms.base_uri, camel.component.sms.base-url",
            "camel.component.sms.batchsizes, camel.component.sms.batch-size",
            "camel.component.sms.request-per-second, camel.component.sms.requests-per-second",
            "camel.component.sms.enable, camel.component.sms.enabled",
            "camel.component.sms.customizer.enable, camel.component.sms.customizer.enabled",
            "camel.component.sms.configuration.batch-sise, camel.component.sms.configuration.batch-size",
            TLS + "trust-manager.provider, " + TLS + "trust-managers",
            TLS + "trust-managers.key-store.pasword, " + TLS + "trust-managers.key-store.password" })
    void check_misspelledProperty_isRejectedWithTheNearestName(String misspelled, String meant) {
        assertThatThrownBy(() -> UnknownProperties.check(with(misspelled, "geheim")))
                .isInstanceOf(UnknownPropertyException.class)
                .hasMessage(misspelled + " (test) is not a property of the sms component; did you mean " + meant + "?");
    }

    @Test
    void check_noSimilarName_listsTheKnownNames() {
        assertThatThrownBy(() -> UnknownProperties.check(with("camel.component.sms.sender-name", "geheim")))
                .hasMessageStartingWith("camel.component.sms.sender-name (test) is not a property of the sms component;"
                                        + " below camel.component.sms. there are: accept-full-last-page, allow-text-list, auto-correlation-id,")
                .hasMessageNotContaining("geheim").hasMessageNotContaining("\n");
    }

    @ParameterizedTest
    @ValueSource(strings = { "camel.component.sms.batch-size.most", "camel.component.sms.batch.size" })
    void check_nameInTheWrongGroup_isRejected(String name) {
        assertThatThrownBy(() -> UnknownProperties.check(with(name, "50"))).hasMessageStartingWith(name + " (test) is no");
    }

    @Test
    void check_severalMisspelledProperties_namesEach() {
        ConfigurableEnvironment environment = with("camel.component.sms.pasword", "geheim");
        environment.getPropertySources()
                .addLast(new MapPropertySource("other", Map.of("camel.component.sms.usrname", "geheim")));

        assertThatThrownBy(() -> UnknownProperties.check(environment))
                .hasMessageContainingAll("camel.component.sms.pasword (test)", "camel.component.sms.usrname (other)");
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "camel.component.sms.base-url", "camel.component.sms.baseUrl", "camel.component.sms.BASE_URL",
            "camel.component.sms.enabled", "camel.component.sms.customizer.enabled",
            "camel.component.sms.configuration", "camel.component.sms.configuration.batchSize",
            TLS + "trust-managers.key-store.resource", TLS + "cipher-suites.cipher-suite[0]",
            "camel.component.smsc.pasword", "camel.component.sms", "sms.pasword" })
    void check_knownPropertyInAnyNotation_passes(String name) {
        assertThatCode(() -> UnknownProperties.check(with(name, "x"))).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({
            "CAMEL_COMPONENT_SMS_PASWORD, CAMEL_COMPONENT_SMS_PASSWORD",
            "CAMEL_COMPONENT_SMS_REQUEST_PER_SECOND, CAMEL_COMPONENT_SMS_REQUESTSPERSECOND" })
    void check_misspelledVariable_logsAWarningWithTheNearestName(String misspelled, String meant, CapturedOutput output) {
        UnknownProperties.check(withVariable(misspelled));

        assertThat(output).contains("WARN").contains("Environment variable " + misspelled
                                                     + " is not a property of the sms component and is ignored; did you mean "
                                                     + meant + "?")
                .doesNotContain("geheim");
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "CAMEL_COMPONENT_SMS_BASEURL", "CAMEL_COMPONENT_SMS_BASE_URL", "CAMEL_COMPONENT_SMS_CUSTOMIZER_ENABLED",
            "CAMEL_COMPONENT_SMS_SSLCONTEXTPARAMETERS_TRUSTMANAGERS_KEYSTORE_RESOURCE",
            "CAMEL_COMPONENT_SMS_SSLCONTEXTPARAMETERS_CIPHERSUITES_CIPHERSUITE_0_", "CAMEL_COMPONENT_SMSC_PASWORD" })
    void check_knownVariableInAnyNotation_passes(String name, CapturedOutput output) {
        UnknownProperties.check(withVariable(name));

        assertThat(output).doesNotContain(name);
    }

    @ParameterizedTest
    @ValueSource(strings = { "CAMEL.COMPONENT.SMS.PASWORD", "Camel.Component.Sms.pasWord" })
    void check_misspelledPropertyInAnyCase_isRejected(String misspelled) {
        assertThatThrownBy(() -> UnknownProperties.check(with(misspelled, "geheim")))
                .isInstanceOf(UnknownPropertyException.class)
                .hasMessage(
                        misspelled
                            + " (test) is not a property of the sms component; did you mean camel.component.sms.password?");
    }

    @ParameterizedTest
    @ValueSource(strings = { "camel_component_sms_pasword", "Camel_Component_Sms_PasWord" })
    void check_misspelledVariableInAnyCase_logsAWarning(String misspelled, CapturedOutput output) {
        UnknownProperties.check(withVariable(misspelled));

        assertThat(output).contains("Environment variable " + misspelled + " is not a property of the sms component",
                "did you mean CAMEL_COMPONENT_SMS_PASSWORD?");
    }

    @Test
    void check_variableWithDots_isRejectedLikeAProperty() {
        assertThatThrownBy(() -> UnknownProperties.check(withVariable("camel.component.sms.pasword")))
                .isInstanceOf(UnknownPropertyException.class);
    }

    private static ConfigurableEnvironment with(String name, String value) {
        ConfigurableEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("test", Map.of(name, value)));
        return environment;
    }

    private static ConfigurableEnvironment withVariable(String name) {
        ConfigurableEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().replace(
                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                new SystemEnvironmentPropertySource(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, Map.of(name, "geheim")));
        return environment;
    }
}
