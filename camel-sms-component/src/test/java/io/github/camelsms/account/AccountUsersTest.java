package io.github.camelsms.account;

import java.net.URI;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Set;
import java.util.stream.Stream;

import io.github.camelsms.client.SmsServiceSettings;
import io.github.camelsms.engine.EngineSettings;
import io.github.camelsms.engine.ManualClock;
import io.github.camelsms.engine.pacing.Pacing;
import io.github.camelsms.engine.stored.ReconcilerFixture;
import io.github.camelsms.engine.stored.ReconciliationSettings;
import io.github.camelsms.observe.SendFigures;
import io.github.camelsms.store.InMemoryMessageStore;
import io.github.camelsms.store.MessageStore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class AccountUsersTest {

    private static final EngineSettings DISPATCH = dispatch(4, false);

    private final CamelContext context = new DefaultCamelContext();
    private @Nullable SmsAccounts accounts;

    @AfterEach
    void stop() throws Exception {
        if (accounts != null) {
            accounts.close();
        }
        context.close();
    }

    /** Messages of unknown outcome are looked up on the days of this zone. */
    @Test
    void send_withAStoreAndAnotherZone_isRejected() {
        join(new InMemoryMessageStore(new ManualClock()), "sms://send", "America/Sao_Paulo");

        assertThatThrownBy(() -> join(null, "sms://send?zone=UTC", "UTC")).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("Option zone", "sms://send has America/Sao_Paulo", "sms://send?zone=UTC has UTC");
    }

    @Test
    void send_withoutAStoreAndAnotherZone_isAllowed() {
        join(null, "sms://send", "America/Sao_Paulo");

        assertThatCode(() -> join(null, "sms://send?zone=UTC", "UTC")).doesNotThrowAnyException();
    }

    static Stream<Arguments> settings() {
        ReconciliationSettings park = ReconcilerFixture.PARK;
        return Stream.of(
                Arguments.of("maxRequestsInFlight", "4", "5", dispatch(5, false), park),
                Arguments.of("whenQueueFull", "wait", "fail", dispatch(4, true), park),
                Arguments.of(
                        "reconcile", "true", "false", DISPATCH,
                        new ReconciliationSettings(false, park.after(), park.atMost(), park.isResent(), park.zone())),
                Arguments.of(
                        "reconcileAfter", park.after().toMillis() + "", "1000", DISPATCH,
                        new ReconciliationSettings(true, Duration.ofSeconds(1), park.atMost(), park.isResent(), park.zone())),
                Arguments.of(
                        "reconcileFor", park.atMost().toMillis() + "", "7200000", DISPATCH,
                        new ReconciliationSettings(true, park.after(), Duration.ofHours(2), park.isResent(), park.zone())),
                Arguments.of(
                        "whenNotFound", "park", "resend", DISPATCH,
                        new ReconciliationSettings(true, park.after(), park.atMost(), true, park.zone())));
    }

    @ParameterizedTest
    @MethodSource("settings")
    void send_anotherValueOfASharedSetting_isRejected(
            String option, String first, String second, EngineSettings dispatch, ReconciliationSettings reconciliation) {
        join(new InMemoryMessageStore(new ManualClock()), "sms://send", DISPATCH, ReconcilerFixture.PARK, Set.of(option));

        assertThatThrownBy(() -> join(null, "sms://send?other", dispatch, reconciliation, Set.of(option)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("Option " + option + " is shared by all endpoints of an account")
                .hasMessageContainingAll("sms://send has " + first, "sms://send?other has " + second);
    }

    @ParameterizedTest
    @MethodSource("settings")
    void send_anotherValueThatItDoesNotSet_followsTheAccount(
            String option, String first, String second, EngineSettings dispatch, ReconciliationSettings reconciliation) {
        join(new InMemoryMessageStore(new ManualClock()), "sms://send", DISPATCH, ReconcilerFixture.PARK, Set.of(option));

        assertThatCode(() -> join(null, "sms://send?other", dispatch, reconciliation, Set.of()))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> join(null, "sms://send?third", dispatch, reconciliation, Set.of(option)))
                .hasMessageContainingAll("sms://send has " + first, "sms://send?third has " + second);
    }

    @ParameterizedTest
    @CsvSource({ "false,false,4", "true,false,4", "false,true,5", "true,true,5" })
    void send_oneUserSetsAnOption_isTheSettingOfTheAccount(boolean isLastFollower, boolean isFirstFollower, int expected) {
        Set<String> set = Set.of("batchSize");
        SmsAccount account = join(
                null, "sms://send", batches(4), ReconcilerFixture.PARK, isFirstFollower ? Set.of() : set);
        if (isFirstFollower) {
            join(null, "sms://send?set", batches(5), ReconcilerFixture.PARK, set);
        }
        if (isLastFollower) {
            join(null, "sms://send?follow", batches(6), ReconcilerFixture.PARK, Set.of());
        }

        assertThat(account.sending()).extracting(SendFigures::batchSize).isEqualTo(expected);
    }

    private static EngineSettings batches(int size) {
        return new EngineSettings(1_000_000_000, Pacing.strict, size, 1_000, 4, false, 30_000_000_000L);
    }

    private static EngineSettings dispatch(int maxInFlight, boolean refuseWhenFull) {
        return new EngineSettings(
                1_000_000_000, Pacing.strict, 200, 1_000, maxInFlight, refuseWhenFull, 30_000_000_000L);
    }

    private void join(@Nullable MessageStore store, String name, String zone) {
        ReconciliationSettings park = ReconcilerFixture.PARK;
        join(
                store, name, DISPATCH,
                new ReconciliationSettings(park.isEnabled(), park.after(), park.atMost(), park.isResent(), ZoneId.of(zone)),
                Set.of("zone"));
    }

    private SmsAccount join(
            @Nullable MessageStore store, String name, EngineSettings dispatch, ReconciliationSettings reconciliation,
            Set<String> explicit) {
        SmsAccounts shared = accounts == null ? new SmsAccounts(context, null, store, 1, new KeptPaces(1)) : accounts;
        accounts = shared;
        return shared.join(new AccountUser(
                name, "sms",
                new SmsServiceSettings(URI.create("https://localhost:1"), "demo", "secret-1", Duration.ofSeconds(1), null),
                dispatch, reconciliation, 1,
                Duration.ofMinutes(1), Duration.ofMinutes(1), false, explicit), AccountUse.Purpose.SENDING).account();
    }
}
