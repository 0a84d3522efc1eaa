package io.github.camelsms.store.jdbc;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import io.github.camelsms.store.SmsHint;
import io.github.camelsms.store.SmsStoreException;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static io.github.camelsms.store.MessageStore.await;
import static io.github.camelsms.store.jdbc.Samples.ACCOUNT;
import static io.github.camelsms.store.jdbc.Samples.messages;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests for the connection that listens for notifications of PostgreSQL, and for what arrives on it.
 */
class PostgresHintsTest {

    private final Postgres postgres = new Postgres();
    private final List<String> called = new CopyOnWriteArrayList<>();
    private final List<String> hints = new CopyOnWriteArrayList<>();
    private final SmsHint.Listener listener = (account, hint) -> hints.add(account + " " + hint);
    private final JdbcMessageStore store = postgres.store();

    @BeforeEach
    void start() {
        store.setDataSource(new RecordingDataSource(postgres.dataSource, called));
        store.start();
        store.listen(listener);
        Awaitility.await().until(store::isListening);
    }

    @AfterEach
    void close() {
        store.close();
    }

    /** Nodes of other versions, and other applications, can notify the same channel. */
    @Test
    void hint_otherNotifications_areIgnored() {
        postgres.execute(
                notification("") + notification("SETTLED") + notification("AWAITED other")
                         + notification("FUTURE other demo@host") + notification("PROBE other ")
                         + notification("AWAITED other an account"));

        Awaitility.await().until(() -> hints.size() == 1);
        assertThat(hints).containsExactly("an account AWAITED");
    }

    @Test
    void hint_listenerThrows_reachesTheOthersOnTheSameConnection() {
        store.unlisten(listener);
        store.listen((account, hint) -> {
            throw new IllegalStateException();
        });
        store.listen(listener);

        postgres.execute(notification("AWAITED other first"));
        postgres.execute(notification("AWAITED other second"));

        Awaitility.await().until(() -> hints.size() == 2);
        assertThat(called).containsOnlyOnce("LISTEN " + channel());
    }

    @Test
    void hint_databaseCannotBeReached_theNextOneIsSent() {
        FailingDataSource failing = new FailingDataSource(postgres.dataSource);
        try (JdbcMessageStore sender = postgres.store()) {
            sender.setDataSource(failing.dataSource());
            sender.start();
            failing.isAway = true;
            sender.hint("demo@host", SmsHint.AWAITED);
            assertThatThrownBy(() -> await(sender.opened().database().write(transaction -> 1))).as("after the hint")
                    .isInstanceOf(SmsStoreException.class);
            failing.isAway = false;

            sender.hint("demo@host", SmsHint.AWAITED);

            Awaitility.await().until(() -> hints.size() == 1);
        }
    }

    @Test
    void unlisten_listener_receivesNoMoreHints() {
        List<String> others = new CopyOnWriteArrayList<>();
        store.listen((account, hint) -> others.add(account));
        store.unlisten(listener);

        postgres.execute(notification("AWAITED other demo@host"));

        Awaitility.await().until(() -> others.size() == 1);
        assertThat(hints).isEmpty();
    }

    /** The connection may return to a pool, whose next user must not receive notifications. */
    @Test
    void close_listeningStore_endsListening() {
        assertThat(called).contains("LISTEN " + channel()).doesNotContain("UNLISTEN " + channel());

        store.close();

        Awaitility.await().until(() -> called.contains("UNLISTEN " + channel()));
    }

    /** Any role that may connect can notify any channel, and the driver holds notifications in memory without limit. */
    @Test
    void listen_channel_cannotBeGuessedFromTheTables() {
        assertThat(channel()).matches("sms_hints_[0-9a-f]{32}");

        postgres.execute("SELECT pg_notify('sms_hints', 'AWAITED other flood')", notification("AWAITED other demo@host"));

        Awaitility.await().until(() -> hints.size() == 1);
        assertThat(hints).containsExactly("demo@host AWAITED");
        try (JdbcMessageStore another = new Postgres().store()) {
            List<String> calledByOther = new CopyOnWriteArrayList<>();
            another.setDataSource(new RecordingDataSource(another.getDataSource(), calledByOther));
            another.start();
            another.listen(listener);
            Awaitility.await().until(another::isListening);
            assertThat(calledByOther).filteredOn(sql -> sql.startsWith("LISTEN")).doesNotContain("LISTEN " + channel());
        }
    }

    @Test
    void listen_tooManyNotifications_stopsListeningAndAbortsTheConnection() {
        postgres.execute(
                "SELECT count(pg_notify('" + channel() + "', 'AWAITED other ' || n)) FROM generate_series(1, "
                         + (PostgresHints.MAX_RECEIVED * 10) + ") AS s(n)");

        Awaitility.await().until(() -> called.contains("abort"));
        assertThat(store.isListening()).isFalse();
        assertThat(await(store.intake().store(ACCOUNT, messages("m", 1)))).hasSize(1);
    }

    /** In a pool the connection would keep the notifications that it has read, and go on listening. */
    @Test
    void listen_noMemoryForTheNotifications_stopsListeningAndAbortsTheConnection() {
        List<String> calledOnOther = new CopyOnWriteArrayList<>();
        AtomicBoolean hasNoMemory = new AtomicBoolean();
        try (JdbcMessageStore other = postgres.store()) {
            other.setDataSource(new RecordingDataSource(postgres.dataSource, calledOnOther) {
                @Override
                @Nullable
                Object result(Method method, @Nullable Object result) {
                    if (method.getName().equals("getNotifications") && hasNoMemory.getAndSet(false)) {
                        throw new OutOfMemoryError("none left for notifications");
                    }
                    return result;
                }
            });
            other.start();
            other.listen(listener);
            Awaitility.await().until(other::isListening);

            hasNoMemory.set(true);

            Awaitility.await().atMost(30, TimeUnit.SECONDS).until(() -> calledOnOther.contains("abort"));
            Awaitility.await().atMost(30, TimeUnit.SECONDS).until(() -> !other.isListening());
            // With the next connection, the notifications would fill the memory again.
            Awaitility.await().during(Duration.ofSeconds(2)).until(
                    () -> calledOnOther.stream().filter(sql -> sql.contains("LISTEN ")).toList(),
                    sql -> sql.equals(List.of("LISTEN " + channel())));
            assertThat(await(other.intake().store(ACCOUNT, messages("n", 1)))).hasSize(1);
        }
    }

    private String channel() {
        return called.stream().filter(sql -> sql.startsWith("LISTEN ")).findFirst().orElseThrow().substring("LISTEN ".length());
    }

    private String notification(String payload) {
        return "SELECT pg_notify('" + channel() + "', '" + payload + "');";
    }
}
