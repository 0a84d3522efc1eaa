package io.github.camelsms.client;

import java.net.URI;
import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class SmsServiceSettingsTest {

    private static SmsServiceSettings settings(String baseUrl, Duration timeout) {
        return new SmsServiceSettings(URI.create(baseUrl), "user", "s3cret", timeout, null);
    }

    @Test
    void toString_anySettings_showsNoPassword() {
        assertThat(settings("https://user:s3cret@sms.example.com", Duration.ofSeconds(1)).toString())
                .contains("sms.example.com").doesNotContain("s3cret");
    }

    @ParameterizedTest
    @ValueSource(strings = { "sms.example.com", "ftp://sms.example.com", "http:///v1", "https:sms" })
    void new_addressNotHttp_rejected(String baseUrl) {
        assertThatIllegalArgumentException().isThrownBy(() -> settings(baseUrl, Duration.ofSeconds(1)))
                .withMessageContaining("baseUrl").withMessageContaining(baseUrl);
    }

    @Test
    void new_timeoutNotPositive_rejected() {
        assertThatIllegalArgumentException().isThrownBy(() -> settings("http://localhost", Duration.ZERO))
                .withMessageContaining("requestTimeout");
    }
}
