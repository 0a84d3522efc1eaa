package io.github.camelsms.sample.run;

import java.util.List;
import java.util.Set;

import io.github.camelsms.sample.LogLines;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SettingsTest {

    private final Set<String> known = Settings.names("application");

    @ParameterizedTest
    @ValueSource(strings = {
            "sms.service.ulr", "sms.timetolive", "sms.jms.result", "sms.files.inbox-folder", "SMS_SERVICE_ULR",
            "SMS_TIMETOLIV", "sms_service_url", "SMS_PORT", "SMS_HTP_PORT" })
    void checkNames_misspelledName_namesItAndTheRemedy(String name) {
        assertThatThrownBy(() -> Settings.checkNames(known, List.of("java.home", "PATH", name)))
                .hasMessageStartingWith(name + " is not a setting of this application: correct it, ");
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "sms.timeToLive", "sms.service.url", "smsc.service.ulr", "camel.component.sms.batchSize", "SMS_SERVICE_URL",
            "SMS_USERNAME", "SMS_PASSWORD", "SMS_TIMETOLIVE", "SMS_TIME_TO_LIVE",
            "SMSC_SERVICE_ULR", "PATH" })
    void checkNames_knownOrUnrelatedName_passes(String name) {
        assertThatNoException().isThrownBy(() -> Settings.checkNames(known, List.of(name)));
    }

    /** Variables that Kubernetes sets for a service named sms in the namespace of the application. */
    @Test
    void checkNames_setByKubernetes_passes() {
        assertThatNoException().isThrownBy(
                () -> Settings.checkNames(known,
                        Set.of("SMS_SERVICE_HOST", "SMS_SERVICE_PORT", "SMS_SERVICE_PORT_HTTP", "SMS_PORT",
                                "SMS_PORT_8080_TCP", "SMS_PORT_8080_TCP_PROTO", "SMS_PORT_8080_TCP_PORT",
                                "SMS_PORT_8080_TCP_ADDR")));
    }

    /** As with the locale C, which services often have. */
    @Test
    void warnIfNamesAreUnreadable_ascii_namesTheRemedy() {
        try (LogLines log = new LogLines("")) {
            SampleBeans.warnIfNamesAreUnreadable("UTF-8");
            assertThat(log.messages()).isEmpty();

            SampleBeans.warnIfNamesAreUnreadable("ANSI_X3.4-1968");
            assertThat(log.messages()).singleElement().asString()
                    .startsWith("Files whose names have other characters than ANSI_X3.4-1968 stay in the inbox")
                    .endsWith("LC_ALL=C.UTF-8");
        }
    }
}
