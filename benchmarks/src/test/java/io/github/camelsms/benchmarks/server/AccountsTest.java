package io.github.camelsms.benchmarks.server;

import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class AccountsTest {

    private static final long SECOND = 1_000_000_000L;

    private final AtomicLong now = new AtomicLong();
    private final Accounts accounts = new Accounts(LimiterKind.sliding, SECOND, now::get);

    @Test
    void arrive_twoUsersAtTheSameTime_haveSeparateLimiters() {
        assertThat(accounts.arrive("a").admitted()).isTrue();
        assertThat(accounts.arrive("b").admitted()).isTrue();
        assertThat(accounts.arrive("a").admitted()).isFalse();
    }

    @Test
    void servedPerSecond_throttledRequestsInBetween_countsServedRequestsOnly() {
        for (int tenths = 0; tenths <= 24; tenths++) {
            now.set(tenths * SECOND / 10);
            accounts.arrive("a");
        }

        assertThat(accounts.servedPerSecond()).isEqualTo(1, within(1e-9));
    }

    @Test
    void lastServed_throttledRequestAfterwards_isTheServedOne() {
        now.set(SECOND);
        accounts.arrive("a");
        now.set(SECOND + 1);
        accounts.arrive("a");

        assertThat(accounts.lastServed()).isEqualTo(SECOND);
    }

    @Test
    void reset_afterARequest_admitsTheNextOne() {
        accounts.arrive("a");

        accounts.reset();

        assertThat(accounts.servedPerSecond()).isZero();
        assertThat(accounts.arrive("a").admitted()).isTrue();
    }
}
