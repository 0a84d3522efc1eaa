package io.github.camelsms.client;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class ShownAddressTest {

    @ParameterizedTest
    @CsvSource({
            "https://sms.example.com, https://sms.example.com", "sms.example.com, sms.example.com",
            "HTTP://h:8080/v1?key=s3cret#s3cret, HTTP://h:8080", "http://demo:s3cret@h:1/s3cret, http://h:1",
            "http://a@s3cret@h, http://h", "demo:s3cret@h, h",
            "ftp://h?s3cret, ftp://h", "http://[::1]:80/s3cret, http://[::1]:80" })
    void of_url_returnsSchemeHostAndPort(String address, String shown) {
        assertThat(ShownAddress.of(address)).isEqualTo(shown);
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "", "http://", "https:s3cret", "http:///s3cret", "http://demo:s3cret", "http://demo:s3/cret@h", "http://s3 cret",
            "http://h:s3cret" })
    void of_invalidUrl_isNotShown(String address) {
        assertThat(ShownAddress.of(address)).isEqualTo("(an address that is not shown)");
    }
}
