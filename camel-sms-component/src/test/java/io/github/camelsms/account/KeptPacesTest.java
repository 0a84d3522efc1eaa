package io.github.camelsms.account;

import java.net.URI;
import java.time.Duration;

import io.github.camelsms.client.SmsServiceSettings;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the state of accounts that survives a restart of the component.
 */
class KeptPacesTest {

    private static final AccountKey ANA = new AccountKey("https://sms.example.com", "ana");
    private static final AccountKey BIA = new AccountKey("https://sms.example.com", "bia");
    private static final AccountKey EVA = new AccountKey("https://sms.example.com", "eva");

    @Test
    void notBefore_sameInterval_returnsTheSlot() {
        assertThat(pace(500, null).notBefore(100, settings("a"))).isEqualTo(500);
    }

    @Test
    void notBefore_longerInterval_countsFromTheLastRequest() {
        assertThat(pace(500, null).notBefore(150, settings("a"))).isEqualTo(550);
    }

    @Test
    void notBefore_shorterInterval_keepsTheSlot() {
        assertThat(pace(500, null).notBefore(10, settings("a"))).isEqualTo(500);
    }

    @Test
    void notBefore_sameRejectedPassword_waitsForTheProbe() {
        assertThat(pace(500, settings("a")).notBefore(100, settings("a"))).isEqualTo(500);
    }

    @Test
    void notBefore_otherPassword_waitsOneInterval() {
        assertThat(pace(500, settings("a")).notBefore(100, settings("b"))).isEqualTo(300);
    }

    @Test
    void notBefore_otherPasswordAndAnEarlierSlot_returnsTheSlot() {
        assertThat(pace(250, settings("a")).notBefore(100, settings("b"))).isEqualTo(250);
    }

    @Test
    void keep_tooManyPaces_evictsTheOldest() {
        KeptPaces paces = new KeptPaces(2);
        paces.keep(ANA, pace(1, null));
        paces.keep(BIA, pace(2, null));
        paces.keep(ANA, pace(3, null));
        paces.keep(EVA, pace(4, null));

        assertThat(paces.of(ANA)).contains(pace(3, null));
        assertThat(paces.of(BIA)).isEmpty();
        assertThat(paces.of(EVA)).contains(pace(4, null));
    }

    @Test
    void toString_rejectedCredentials_hidesThePassword() {
        assertThat(pace(1, settings("geheim")).toString()).doesNotContain("geheim");
    }

    /** Returns the pace of an account that stopped at 200 with an interval of 100. */
    private static KeptPaces.KeptPace pace(long notBefore, @Nullable SmsServiceSettings refused) {
        return new KeptPaces.KeptPace(notBefore, 200, 100, refused);
    }

    private static SmsServiceSettings settings(String password) {
        return new SmsServiceSettings(
                URI.create("https://sms.example.com"), "ana", password, Duration.ofSeconds(1), null);
    }
}
