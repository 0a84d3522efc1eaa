package io.github.camelsms.operations;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the host names that are served.
 */
class ServedHostsTest {

    @ParameterizedTest(name = "names \"{0}\", Host \"{1}\": {2}")
    @CsvSource({
            "'', '', false", "',', '', false", "'', localhost, true", "'', 127.0.0.1, true", "'', sms.example.org, false",
            "'a.example, b.example', b.example, true", "a.example, '', false", "'', localhost:8080, true", "'', [::1]:80, true",
            "'', [::1], true", "'', localhost:80.example, false" })
    void contains_hostOfARequest_onlyConfiguredNamesAndThisMachine(String names, String host, boolean isServed) {
        assertThat(new ServedHosts(names).contains(host)).isEqualTo(isServed);
    }
}
