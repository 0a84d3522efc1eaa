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

    @Test
    void toString_secretInTheUrl_isNotShown() {
        assertThat(settings("https://sms.example.com/s3cret?key=s3cret#s3cret", Duration.ofSeconds(1)).toString())
                .contains("https://sms.example.com").doesNotContain("s3cret");
    }

    @Test
    void new_invalidUrlWithCredentials_throwsWithoutShowingThem() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings("ftp://user:s3cret@sms.example.com?key=s3cret", Duration.ofSeconds(1)))
                .withMessageContaining("ftp://sms.example.com").withMessageNotContaining("s3cret");
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "http://sms.example.com", "http://10.0.0.1:8080", "HTTP://localhost.example.com", "http://[::2]",
            "http://127.0.0.1.example.com", "http://0.0.0.0" })
    void isClearText_httpToARemoteHost_returnsTrue(String baseUrl) {
        assertThat(settings(baseUrl, Duration.ofSeconds(1)).isClearText()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "https://sms.example.com", "http://localhost:8080", "http://LOCALHOST", "http://sms.localhost",
            "http://127.0.0.1", "http://127.1.2.3:80", "http://[::1]:80", "http://[0:0:0:0:0:0:0:1]" })
    void isClearText_httpsOrLoopback_returnsFalse(String baseUrl) {
        assertThat(settings(baseUrl, Duration.ofSeconds(1)).isClearText()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = { "sms.example.com", "ftp://sms.example.com", "http:///v1", "https:sms" })
    void new_urlNotHttp_throws(String baseUrl) {
        assertThatIllegalArgumentException().isThrownBy(() -> settings(baseUrl, Duration.ofSeconds(1)))
                .withMessageContaining("baseUrl").withMessageContaining(ShownAddress.of(baseUrl));
    }

    @Test
    void new_timeoutNotPositive_throws() {
        assertThatIllegalArgumentException().isThrownBy(() -> settings("http://localhost", Duration.ZERO))
                .withMessageContaining("requestTimeout");
    }
}
