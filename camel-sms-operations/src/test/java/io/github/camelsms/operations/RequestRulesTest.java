package io.github.camelsms.operations;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class RequestRulesTest {

    private static final RequestRules RULES = new RequestRules(new ServedHosts(""), false);

    @ParameterizedTest
    @ValueSource(strings = { "127.0.0.1", "127.1.2.3", "::1", "0:0:0:0:0:0:0:1" })
    void refusal_requestOfThisMachine_isServed(String address) {
        assertThat(refusal(RULES, address)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = { "192.0.2.1", "10.0.0.1", "2001:db8::1", "localhost", "" })
    void refusal_requestOfAnotherMachine_isRefusedUnlessAllowed(String address) {
        assertThat(refusal(RULES, address)).isEqualTo(RequestRules.OTHER_MACHINE);
        assertThat(refusal(new RequestRules(new ServedHosts(""), true), address)).isNull();
        assertThat(refusal(RULES.ofServer(), address)).isNull();
    }

    @Test
    void refusal_foreignHost_isRefusedAlsoOnOtherPaths() {
        assertThat(RULES.refusal("rebound.example:80", "127.0.0.1", null, null)).isEqualTo(RequestRules.FOREIGN_HOST);
        assertThat(RULES.ofServer().refusal("rebound.example", "127.0.0.1", "0", null)).isEqualTo(RequestRules.FOREIGN_HOST);
    }

    private static RequestRules.@Nullable Refusal refusal(RequestRules rules, String address) {
        return rules.refusal("localhost:8080", address, "0", null);
    }
}
