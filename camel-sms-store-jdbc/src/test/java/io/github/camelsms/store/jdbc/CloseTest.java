package io.github.camelsms.store.jdbc;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsLeaseResult;
import io.github.camelsms.store.SmsStoreException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static io.github.camelsms.store.MessageStore.await;
import static io.github.camelsms.store.jdbc.Samples.ACCOUNT;
import static io.github.camelsms.store.jdbc.Samples.messages;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests that a store can be closed while its server accepts connections and never responds.
 */
class CloseTest {

    private static final int CALLS = 3_000;

    private final Postgres postgres = new Postgres();
    private final List<CompletableFuture<?>> calls = new ArrayList<>();
    private final JdbcMessageStore store = postgres.store();
    private DatabaseAddress address;
    private SmsLease lease;

    @BeforeEach
    void start() throws IOException {
        int port = postgres.dataSource.getPortNumbers()[0];
        address = new DatabaseAddress(port);
        store.setDataSource(Samples.dataSource(postgres.url().replace(":" + port + "/", ":" + address.port() + "/")));
        store.setCloseTimeout(Duration.ofMillis(100));
        store.start();
        lease = ((SmsLeaseResult.Granted) await(store.leases().acquire(ACCOUNT, "node"))).lease();
        await(store.intake().store(ACCOUNT, messages("before", 1)));
    }

    @AfterEach
    void end() throws IOException {
        address.close();
    }

    private void call(CompletionStage<?> call) {
        calls.add(call.toCompletableFuture());
    }

    @Test
    @Timeout(60)
    void close_serverIsFrozenAndThousandsOfCallsWait_failsThemAll() {
        address.stall();
        for (int i = 0; i < CALLS; i++) {
            call(store.intake().store(ACCOUNT, messages("m" + i, 1)));
            call(store.leases().renew(lease));
            // Needs a new connection, which the server accepts.
            call(store.operations().find(ACCOUNT, List.of("before0")));
            call(store.results().claim(ACCOUNT, 10, Duration.ofMinutes(1)));
        }

        store.close();

        assertThat(calls).hasSize(4 * CALLS).allMatch(CompletableFuture::isCompletedExceptionally);
        assertThatThrownBy(() -> await(calls.get(4 * CALLS - 4))).isInstanceOfSatisfying(SmsStoreException.class, failure -> {
            assertThat(failure).hasMessageContainingAll("cannot be reached", "Nothing of the call was stored");
            assertThat(failure.isUncertain()).isFalse();
        });
        assertThatThrownBy(() -> await(calls.get(1)))
                .isInstanceOfSatisfying(SmsStoreException.class, failure -> assertThat(failure.isUncertain()).isTrue());
    }

    @Test
    @Timeout(60)
    void close_callThatFollowsAnotherOne_fails() {
        address.stall();
        call(store.leases().renew(lease).exceptionallyCompose(failure -> store.leases().renew(lease)));

        store.close();

        assertThat(calls).allMatch(CompletableFuture::isCompletedExceptionally);
    }
}
