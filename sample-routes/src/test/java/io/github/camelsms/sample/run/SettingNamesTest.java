package io.github.camelsms.sample.run;

import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SettingNamesTest {

    private final SettingNames names = SettingNames.in("application");

    @ParameterizedTest
    @CsvSource({
            "sms.service.ulr, did you mean sms.service.url?", "sms.files.retrydelay, did you mean sms.files.retryDelay?",
            "sms.jms.result, did you mean sms.jms.results?", "sms.files.inbox-folder, 'the nearest are sms.files.inbox, '",
            "sms.broker.address, 'the nearest are '" })
    void checkProperties_misspelledName_namesTheNearest(String name, String remedy) {
        assertThatThrownBy(() -> names.checkProperties(List.of("java.home", name)))
                .hasMessageStartingWith(name + " is not a property of this application: " + remedy);
    }

    @ParameterizedTest
    @ValueSource(strings = { "sms.files.retryDelay", "sms.service.url", "smsc.service.ulr", "camel.component.sms.batchSize" })
    void checkProperties_knownOrUnrelatedName_passes(String name) {
        assertThatNoException().isThrownBy(() -> names.checkProperties(List.of(name)));
    }

    @ParameterizedTest
    @CsvSource({
            "SMS_SERVICE_ULR, did you mean SMS_SERVICE_URL?", "SMS_FILES_RETRYDELA, did you mean SMS_FILES_RETRYDELAY?",
            "SMS_FILESRETRYDELAY, did you mean SMS_FILES_RETRYDELAY?", "sms_service_url, did you mean SMS_SERVICE_URL?",
            "BROKER_PASWORD, did you mean BROKER_PASSWORD?", "BROKER_URL, 'the nearest are SMS_BROKER_URL, '",
            "SMS_PORT, 'the nearest are '", "SMS_HTP_PORT, did you mean SMS_HTTP_PORT?" })
    void checkVariables_misspelledName_namesTheNearest(String name, String remedy) {
        assertThatThrownBy(() -> names.checkVariables(List.of("HOME", name)))
                .hasMessageStartingWith(
                        "The environment variable " + name + " is not a setting of this application: " + remedy);
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "SMS_SERVICE_URL", "SMS_USERNAME", "BROKER_PASSWORD", "SMS_FILES_RETRYDELAY", "SMS_FILES_RETRY_DELAY",
            "SMS_FILES_UNCHANGED_FOR", "SMSC_SERVICE_ULR", "PATH" })
    void checkVariables_knownOrUnrelatedName_passes(String name) {
        assertThatNoException().isThrownBy(() -> names.checkVariables(List.of(name)));
    }

    /** Variables that Kubernetes sets for a service named sms in the namespace of the application. */
    @Test
    void checkVariables_setByKubernetes_passes() {
        assertThatNoException().isThrownBy(
                () -> names.checkVariables(
                        Set.of("SMS_SERVICE_HOST", "SMS_SERVICE_PORT", "SMS_SERVICE_PORT_HTTP", "SMS_PORT",
                                "SMS_PORT_8080_TCP", "SMS_PORT_8080_TCP_PROTO", "SMS_PORT_8080_TCP_PORT",
                                "SMS_PORT_8080_TCP_ADDR")));
    }
}
