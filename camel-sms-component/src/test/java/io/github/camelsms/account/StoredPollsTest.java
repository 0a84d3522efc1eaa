package io.github.camelsms.account;

import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;

import io.github.camelsms.LogLines;
import io.github.camelsms.client.HttpReply;
import io.github.camelsms.client.StatusResponse;
import io.github.camelsms.client.StatusResponse.Failed;
import io.github.camelsms.client.StatusResponse.Kind;
import io.github.camelsms.engine.ManualClock;
import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.observe.AccountMonitor;
import io.github.camelsms.observe.StatusLog;
import io.github.camelsms.ownership.OwnedAccount;
import io.github.camelsms.store.InMemoryMessageStore;
import io.github.camelsms.store.MessageStatuses;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsHint;
import io.github.camelsms.store.SmsStatusDelivery;
import io.github.camelsms.store.SmsStoreException;
import io.github.camelsms.store.UnknownMessages;
import org.apache.logging.log4j.Level;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class StoredPollsTest {

    private static final String ACCOUNT = "demo@localhost";
    private static final HttpReply LOST = new HttpReply.Lost(null, "no response");

    private final QuietClock time = new QuietClock(Instant.EPOCH);
    private final MessageStore store = new InMemoryMessageStore(time::instant);
    private final OwnedAccount stored = new OwnedAccount(store, ACCOUNT, ACCOUNT, "node", time, null);
    private final AccountMonitor monitor = new AccountMonitor(time::instant, time::nanos);
    private final Queue<HttpReply> replies = new ArrayDeque<>();
    private final StoredPolls polls = new StoredPolls(
            stored, replies::remove, Duration.ofSeconds(30), monitor.statuses(), new StatusLog(time::nanos), time);

    @BeforeEach
    void acquireLease() {
        stored.start();
    }

    @Test
    void readBlock_block_isStored() {
        replies.add(received(200, "[{\"correlationId\":\"m1\",\"status\":\"SENT\"}]"));
        assertThat(polls.readBlock()).isInstanceOf(StatusResponse.Statuses.class);
        List<SmsStatusDelivery> claimed
                = MessageStore.await(store.statuses().claim(ACCOUNT, 1, Duration.ofMinutes(1)));
        assertThat(claimed).extracting(delivery -> delivery.status().correlationId()).containsExactly("m1");
        assertThat(openGaps()).isZero();
    }

    @Test
    void readBlock_statusSettlesAMessage_notifiesItsCallers() {
        new UnknownMessages(store, ACCOUNT).make(stored.lease(), sent -> {
        }, "m1");
        List<SmsHint> hints = new ArrayList<>();
        stored.onHint(hints::add);
        store.listen((account, hint) -> hints.add(hint));
        replies.add(received(200, "[{\"correlationId\":\"other\",\"status\":\"DELIVERED\"}]"));
        polls.readBlock();
        assertThat(hints).isEmpty();

        replies.add(received(200, "[{\"correlationId\":\"m1\",\"status\":\"DELIVERED\"}]"));
        polls.readBlock();
        assertThat(hints).containsExactly(SmsHint.SETTLED, SmsHint.SETTLED);
    }

    @Test
    void readBlock_commitOfItsStatusesIsUncertain_notifiesCallers() {
        List<SmsHint> hints = new ArrayList<>();
        OwnedAccount uncertain = new OwnedAccount(withUncertainReads(store), ACCOUNT, ACCOUNT, "node", time, null);
        uncertain.start();
        uncertain.onHint(hints::add);
        StoredPolls uncertainPolls = new StoredPolls(
                uncertain, replies::remove, Duration.ofSeconds(30), monitor.statuses(), new StatusLog(time::nanos), time);
        replies.add(received(200, "[{\"correlationId\":\"m1\",\"status\":\"DELIVERED\"}]"));

        assertThatThrownBy(uncertainPolls::readBlock).isInstanceOf(SmsStoreException.class);

        assertThat(hints).containsExactly(SmsHint.SETTLED);
    }

    private static MessageStore withUncertainReads(MessageStore store) {
        MessageStatuses statuses = intercepted(MessageStatuses.class, store.statuses(), "read", CompletableFuture
                .failedFuture(new SmsStoreException("the connection broke", true, null)));
        return intercepted(MessageStore.class, store, "statuses", statuses);
    }

    /** Returns a view of an object with another result of one method, which is executed. */
    static <T> T intercepted(Class<T> type, T target, String name, Object result) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, (proxy, method, arguments) -> {
            Object own = method.invoke(target, arguments);
            return method.getName().equals(name) ? result : own;
        }));
    }

    @ParameterizedTest
    @CsvSource({
            "200,'',1", "500,error,1", "503,error,1", "302,moved,1", "204,'',0", "400,bad,0", "401,no,0", "404,none,0",
            "429,slow,0", "200,<html>,0" })
    void readBlock_noBlockInResponse_recordsAGapIfStatusesMayBeConsumed(int status, String body, int gaps) {
        replies.add(received(status, body));
        polls.readBlock();
        assertThat(openGaps()).isEqualTo(gaps);
    }

    /** Wrong attempts can lock an account. */
    @Test
    void readBlock_rejectedCredentials_haltsPolls() {
        // Renews the lease.
        ManualClock clock = new ManualClock();
        OwnedAccount owned = new OwnedAccount(new InMemoryMessageStore(clock), ACCOUNT, ACCOUNT, "node", clock, null);
        StoredPolls halted = new StoredPolls(
                owned, replies::remove, Duration.ofSeconds(30), monitor.statuses(), new StatusLog(clock::nanos), clock);
        owned.start();
        replies.add(received(401, "no"));
        replies.add(received(200, "[]"));

        assertThat(halted.readBlock()).isInstanceOfSatisfying(
                Failed.class,
                it -> assertThat(it.reason()).contains("401", "the next attempt follows after 60 s"));
        clock.advance(Duration.ofSeconds(60).minusNanos(1));
        assertThat(halted.isOwner()).isTrue();
        assertThat(halted.readBlock()).as("a skipped poll").isNull();
        clock.advance(Duration.ofNanos(1));
        assertThat(halted.readBlock()).isInstanceOf(StatusResponse.Statuses.class);
    }

    @Test
    void readBlock_responseIsCut_storesItsStatusesAndAGapForTheOthers() {
        replies.add(cut("[{\"correlationId\":\"m1\",\"status\":\"SENT\"},{\"correlationId\":\"m2\""));

        assertThat(polls.readBlock()).isInstanceOfSatisfying(Failed.class, it -> assertThat(it.kind()).isEqualTo(Kind.LOST));

        assertThat(openIds()).containsExactly("m1");
        assertThat(monitor.statuses().count(SmsDeliveryStatus.SENT)).isEqualTo(1);
        assertThat(MessageStore.await(store.statuses().gaps(ACCOUNT))).singleElement().satisfies(
                gap -> assertThat(gap.reason()).isEqualTo("connection reset; its first status was read"));
    }

    @Test
    void readBlock_cutResponseHasNoCompleteStatus_recordsAGap() {
        replies.add(cut("[{\"correlationId\":\"m1\""));

        polls.readBlock();

        assertThat(openIds()).isEmpty();
        assertThat(openGaps()).isEqualTo(1);
        assertThat(MessageStore.await(store.statuses().unread(ACCOUNT))).isEmpty();
    }

    @Test
    void readBlock_documentOfACutResponseIsComplete_leavesNoGap() {
        replies.add(cut("[{\"correlationId\":\"m1\",\"status\":\"SENT\"}]"));
        replies.add(cut("[]"));

        assertThat(polls.readBlock()).isInstanceOf(StatusResponse.Statuses.class);
        assertThat(polls.readBlock()).isInstanceOf(StatusResponse.Statuses.class);

        assertThat(openIds()).containsExactly("m1");
        assertThat(openGaps()).isZero();
    }

    @Test
    void readUnread_cutResponse_storesItsStatusesAndAGapForTheOthers() {
        long block
                = MessageStore.await(store.statuses().announce(ACCOUNT, stored.lease(), Duration.ofMinutes(1))).orElseThrow();
        byte[] body = "[{\"correlationId\":\"m1\",\"status\":\"SENT\"},".getBytes(StandardCharsets.UTF_8);
        MessageStore.await(store.statuses().receive(block, body));

        polls.readUnread();

        assertThat(openIds()).containsExactly("m1");
        assertThat(openGaps()).isEqualTo(1);
    }

    @Test
    void readBlock_requestNotSent_recordsNoGap() {
        replies.add(new HttpReply.NotConnected("refused"));
        assertThat(polls.readBlock())
                .isInstanceOfSatisfying(Failed.class, it -> assertThat(it.kind()).isEqualTo(Kind.NOT_CONNECTED));
        time.advanceTo(Duration.ofHours(1));
        assertThat(openGaps()).isZero();
    }

    @Test
    void readBlock_consecutiveLostResponses_pollsLessOften() {
        replies.add(LOST);
        assertThat(polls.readBlock())
                .isInstanceOfSatisfying(Failed.class, it -> assertThat(it.reason()).contains("next poll follows after 1 s"));
        time.advanceTo(Duration.ofSeconds(1).minusNanos(1));
        assertThat(polls.readBlock()).as("a skipped poll").isNull();
        replies.add(LOST);
        time.advanceTo(Duration.ofSeconds(1));
        polls.readBlock();
        assertThat(replies).isEmpty();
        time.advanceTo(Duration.ofSeconds(3).minusNanos(1));
        assertThat(polls.readBlock()).isNull();
        replies.add(received(200, "[]"));
        replies.add(LOST);
        replies.add(LOST);
        time.advanceTo(Duration.ofSeconds(3));
        assertThat(polls.readBlock()).isInstanceOf(StatusResponse.Statuses.class);
        polls.readBlock();
        time.advanceTo(Duration.ofSeconds(4));
        polls.readBlock();
        assertThat(replies).as("a usable response resets the backoff").isEmpty();
        assertThat(openGaps()).isEqualTo(4);
        assertThat(StoredPolls.BACKOFF.after(1_000)).isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void readBlock_throttled_waitsForRetryAfterAndFailsAfterFiveAttempts() {
        for (int i = 0; i < 5; i++) {
            replies.add(throttled());
            assertThat(polls.readBlock()).isNull();
            assertThat(replies).isEmpty();
            time.advance(Duration.ofSeconds(5).minusNanos(1));
            assertThat(polls.readBlock()).isNull();
            time.advance(Duration.ofNanos(1));
        }
        replies.add(throttled());
        assertThat(polls.readBlock())
                .isInstanceOfSatisfying(Failed.class, it -> assertThat(it.kind()).isEqualTo(Kind.THROTTLED));
        assertThat(openGaps()).isZero();
    }

    @Test
    void readBlock_throttledAgainAfterAResponse_countsAttemptsFromZero() {
        for (int i = 0; i < 6; i++) {
            if (i == 3) {
                replies.add(received(200, "[]"));
                assertThat(polls.readBlock()).isInstanceOf(StatusResponse.Statuses.class);
            }
            replies.add(throttled());
            assertThat(polls.readBlock()).as("response %d", i).isNull();
            time.advance(Duration.ofSeconds(5));
        }
        assertThat(replies).isEmpty();
    }

    /** Otherwise each poll would store its statuses again. */
    @Test
    void readUnread_afterABlockWasRead_storesNothing() {
        replies.add(received(200, "[{\"correlationId\":\"m1\",\"status\":\"SENT\"}]"));
        polls.readBlock();

        polls.readUnread();

        assertThat(openIds()).containsExactly("m1");
    }

    @Test
    void readBlock_noLease_makesNoRequest() {
        time.advanceTo(Duration.ofHours(1));
        MessageStore.await(store.leases().acquire(ACCOUNT, "other"));
        assertThat(polls.isOwner()).isFalse();
        assertThat(polls.readBlock()).isNull();
    }

    /** The node was frozen until another one had filled the gap of its poll, or the database has lost the block. */
    @Test
    void readBlock_blockIsGone_storesTheStatusesInAnotherBlock() {
        StoredPolls frozen = pollsDuring(this::removeBlock);
        replies.add(received(200, "[{\"correlationId\":\"m1\",\"status\":\"SENT\"}]"));

        assertThat(frozen.readBlock()).isInstanceOf(StatusResponse.Statuses.class);

        assertThat(MessageStore.await(store.statuses().claim(ACCOUNT, 1, Duration.ofMinutes(1)))).hasSize(1);
        assertThat(monitor.statuses().count(SmsDeliveryStatus.SENT)).isEqualTo(1);
        assertThat(openGaps()).isZero();
    }

    /**
     * For example because the gap was filled before the frozen node sent its request: the service gives no status
     * twice.
     */
    @Test
    void readBlock_blockAndLeaseAreGone_storesTheStatusesInAnotherBlock() {
        StoredPolls frozen = pollsDuring(() -> {
            removeBlock();
            time.advanceTo(Duration.ofHours(1));
            MessageStore.await(store.leases().acquire(ACCOUNT, "other"));
        });
        replies.add(received(200, "[{\"correlationId\":\"m1\",\"status\":\"SENT\"}]"));

        assertThat(frozen.readBlock()).isInstanceOf(StatusResponse.Statuses.class);

        assertThat(MessageStore.await(store.statuses().claim(ACCOUNT, 1, Duration.ofMinutes(1)))).hasSize(1);
        assertThat(monitor.statuses().count(SmsDeliveryStatus.SENT)).isEqualTo(1);
        frozen.readUnread();
        assertThat(openGaps()).isZero();
    }

    @Test
    void readUnread_blockThatCannotBeStored_isRefusedAndOthersAreRead() {
        List<Long> blocks = new ArrayList<>();
        for (String id : List.of("m1", "m2")) {
            long block = MessageStore.await(store.statuses().announce(ACCOUNT, stored.lease(), Duration.ofMinutes(1)))
                    .orElseThrow();
            String body = "[{\"correlationId\":\"" + id + "\",\"status\":\"SENT\"}]";
            MessageStore.await(store.statuses().receive(block, body.getBytes(StandardCharsets.UTF_8)));
            blocks.add(block);
        }
        OwnedAccount broken = new OwnedAccount(failingToRead(blocks.get(0)), ACCOUNT, ACCOUNT, "node", time, null);
        broken.start();
        StoredPolls brokenPolls = new StoredPolls(
                broken, replies::remove, Duration.ofSeconds(30), monitor.statuses(), new StatusLog(time::nanos), time);

        try (LogLines lines = LogLines.of(Map.of("io.github.camelsms", Level.DEBUG))) {
            brokenPolls.readUnread();

            assertThat(lines.at(Level.WARN)).singleElement().asString()
                    .contains("kept in the message store as block " + blocks.get(0), "An internal error");
        }
        assertThat(MessageStore.await(store.statuses().unread(ACCOUNT))).isEmpty();
        assertThat(MessageStore.await(store.statuses().claim(ACCOUNT, 10, Duration.ofMinutes(1))))
                .extracting(delivery -> delivery.status().correlationId()).containsExactly("m2");
    }

    /** Returns a view of the store that has an internal error when it reads a block. */
    private MessageStore failingToRead(long block) {
        MessageStatuses statuses = (MessageStatuses) Proxy.newProxyInstance(
                MessageStatuses.class.getClassLoader(), new Class<?>[] { MessageStatuses.class },
                (proxy, method, arguments) -> {
                    if (method.getName().equals("read") && arguments[0].equals(block)) {
                        return CompletableFuture.failedFuture(
                                new SmsStoreException(
                                        "An internal error occurred", false, new ArithmeticException("overflow")));
                    }
                    return method.invoke(store.statuses(), arguments);
                });
        return intercepted(MessageStore.class, store, "statuses", statuses);
    }

    /** Removes the block that was announced last. */
    private void removeBlock() {
        long next = MessageStore.await(store.statuses().announce(ACCOUNT, stored.lease(), Duration.ofMinutes(1))).orElseThrow();
        assertThat(MessageStore.await(store.statuses().drop(next))).isTrue();
        assertThat(MessageStore.await(store.statuses().drop(next - 1))).isTrue();
    }

    private StoredPolls pollsDuring(Runnable request) {
        return new StoredPolls(stored, () -> {
            request.run();
            return replies.remove();
        }, Duration.ofSeconds(30), monitor.statuses(), new StatusLog(time::nanos), time);
    }

    private int openGaps() {
        return MessageStore.await(store.statuses().gaps(ACCOUNT)).size();
    }

    private static HttpReply received(int status, String body) {
        return new HttpReply.Received(status, body.getBytes(StandardCharsets.UTF_8), null, null, List.of());
    }

    private static HttpReply cut(String body) {
        return new HttpReply.Lost(200, "connection reset", (HttpReply.Received) received(200, body));
    }

    private List<String> openIds() {
        return MessageStore.await(store.statuses().claim(ACCOUNT, 10, Duration.ofMinutes(1))).stream()
                .map(delivery -> delivery.status().correlationId()).toList();
    }

    private static HttpReply throttled() {
        return new HttpReply.Received(429, new byte[0], null, Duration.ofSeconds(5), List.of());
    }
}
