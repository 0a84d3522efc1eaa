package io.github.camelsms.engine.stored;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.IntStream;

import io.github.camelsms.engine.ManualClock;
import io.github.camelsms.model.StatusLookUp;
import io.github.camelsms.model.StatusQuery;
import io.github.camelsms.store.InMemoryMessageStore;
import io.github.camelsms.store.MessageReconciliation;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsHint;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsLeaseResult;
import io.github.camelsms.store.SmsMessageRevision;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsStoreException;
import io.github.camelsms.store.SmsStoredMessage;
import io.github.camelsms.store.UnknownMessages;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class ReconcilerTest extends ReconcilerFixture {

    private final List<StatusQuery> queries = new ArrayList<>();
    private final List<Long> times = new ArrayList<>();
    private Function<StatusQuery, StatusLookUp> service = query -> NO_RECORD;
    private final Node node = new Node("one", this::lookUp);
    private final UnknownMessages messages = messages();

    private StatusLookUp lookUp(StatusQuery query) {
        queries.add(query);
        times.add(clock.nanos());
        return service.apply(query);
    }

    /** Creates messages whose request is lost, at noon in the time zone of the service. */
    private void lose(String... ids) {
        clock.advance(Duration.ofHours(15));
        messages.make(node.lease(), sent -> {
        }, ids);
    }

    private static String[] ids(int count) {
        return IntStream.range(0, count).mapToObj(i -> "m-" + i).toArray(String[]::new);
    }

    @Test
    void due_recordFound_isAccepted() {
        lose("a");
        service = query -> found("a");
        node.reconciler.use(PARK, INTERVAL);

        clock.advance(Duration.ofSeconds(29));
        assertThat(queries).isEmpty();
        clock.advance(Duration.ofSeconds(12));

        assertThat(messages.state("a")).isEqualTo(SmsMessageState.ACCEPTED);
        assertThat(queries).hasSize(1);
        assertThat(queries.get(0).correlationId()).isEqualTo("a");
        assertThat(recorded.settled).hasSize(1);
    }

    /** A stale response or an operator may reject a message that the service reports as sent later. */
    @Test
    void recordEvidence_deliveryOfARejectedMessage_isPublishedOnceAndCountsNothing() {
        clock.advance(Duration.ofHours(15));
        messages.reject(node.lease(), "a");
        StatusLookUp.Found found = (StatusLookUp.Found) found("a");

        assertThat(Settlement.recordEvidence(node.stored, recorded, found.statuses())).isZero();
        assertThat(Settlement.recordEvidence(node.stored, recorded, found.statuses())).isZero();

        assertThat(recorded.contradicted).extracting(SmsStoredMessage::correlationId).containsExactly("a");
        assertThat(messages.state("a")).isEqualTo(SmsMessageState.REJECTED);
    }

    @Test
    void due_shortTimeUntilTheFirstLookUp_isLookedUpWithinIt() {
        lose("a");
        clock.advance(Duration.ofSeconds(5));
        service = query -> found("a");
        node.reconciler.use(new ReconciliationSettings(true, Duration.ofSeconds(2), AT_MOST, false, ZONE), INTERVAL);

        clock.advance(Duration.ofSeconds(24));
        assertThat(queries).isEmpty();
        clock.advance(Duration.ofSeconds(3));

        assertThat(messages.state("a")).isEqualTo(SmsMessageState.ACCEPTED);
    }

    @Test
    void due_recordFound_notifiesCallersOnAllNodes() {
        List<SmsHint> hints = new ArrayList<>();
        node.stored.onHint(hints::add);
        store.listen((account, hint) -> hints.add(hint));
        lose("a");
        service = query -> found("a");
        node.reconciler.use(PARK, INTERVAL);

        clock.advance(Duration.ofSeconds(41));

        assertThat(hints).containsExactly(SmsHint.SETTLED, SmsHint.SETTLED);
    }

    @Test
    void noRecord_beforeTheTimeLimit_staysUnknown() {
        lose("a");
        node.reconciler.use(RESEND, INTERVAL);

        clock.advance(AT_MOST.minusSeconds(1));

        assertThat(messages.state("a")).isEqualTo(SmsMessageState.UNKNOWN);
        assertThat(queries).hasSizeBetween(10, 25);
    }

    @Test
    void noRecord_laterFound_isNeverParked() {
        lose("a");
        node.reconciler.use(RESEND, INTERVAL);
        clock.advance(AT_MOST.minusMinutes(6));

        service = query -> found("a");
        clock.advance(Duration.ofMinutes(7));

        assertThat(messages.state("a")).isEqualTo(SmsMessageState.ACCEPTED);
        assertThat(recorded.parked).isEmpty();
        assertThat(recorded.resent).isEmpty();
    }

    @Test
    void noRecord_afterTheTimeLimit_isParkedWithRemedy() {
        lose("a");
        node.reconciler.use(PARK, INTERVAL);

        clock.advance(AT_MOST.plusMinutes(1));

        assertThat(messages.state("a")).isEqualTo(SmsMessageState.PARKED);
        assertThat(messages.find("a").reason()).isEqualTo(
                "the service has no record of this message 1 h after its request had no response; it was probably not sent. Use sms:messages with operation=resend to send it, or operation=settle");
        assertThat(recorded.parked).hasSize(1);
    }

    @Test
    void noRecord_afterTheTimeLimitWithResend_waitsAgain() {
        lose("a");
        node.reconciler.use(RESEND, INTERVAL);

        clock.advance(AT_MOST.plusMinutes(1));

        assertThat(messages.state("a")).isEqualTo(SmsMessageState.WAITING);
        assertThat(recorded.resent).hasSize(1);
    }

    @Test
    void noRecord_resendOfAnExpiredMessage_isNotSent() {
        List<SmsHint> hints = new ArrayList<>();
        node.stored.onHint(hints::add);
        messages.make(node.lease(), AT_MOST.minusMinutes(1), "expired");
        messages.make(node.lease(), AT_MOST.multipliedBy(2), "valid");
        node.reconciler.use(RESEND, INTERVAL);

        clock.advance(AT_MOST.plusMinutes(1));

        assertThat(messages.state("valid")).isEqualTo(SmsMessageState.WAITING);
        assertThat(messages.state("expired")).isEqualTo(SmsMessageState.NOT_SENT);
        assertThat(messages.find("expired").reason()).isEqualTo(
                "the service has no record of this message, and its time to live has ended; it was not sent again");
        assertThat(recorded.expired).hasSize(1);
        assertThat(recorded.resent).hasSize(1);
        assertThat(hints).contains(SmsHint.SETTLED);
    }

    @Test
    void noRecord_commitOfTheResendIsUncertain_notifiesCallersOfExpiredMessages() {
        InMemoryMessageStore memory = new InMemoryMessageStore(clock);
        UnknownMessages unknown = new UnknownMessages(memory, ACCOUNT);
        MessageReconciliation uncertain
                = (MessageReconciliation) Proxy.newProxyInstance(
                        getClass().getClassLoader(), new Class<?>[] { MessageReconciliation.class },
                        (self, method, arguments) -> {
                            Object result = method.invoke(memory.reconciliation(), arguments);
                            return method.getName().equals("resend")
                                    ? CompletableFuture.failedFuture(
                                            new SmsStoreException("the connection broke", true, null))
                                    : result;
                        });
        MessageStore view
                = proxy(MessageStore.class, memory, (method, arguments) -> method.equals("reconciliation") ? uncertain : null);
        Node owner = new Node("uncertain", this::lookUp, Runnable::run, view);
        List<SmsHint> hints = new ArrayList<>();
        owner.stored.onHint(hints::add);
        unknown.make(owner.lease(), AT_MOST.minusMinutes(1), "expired");
        owner.reconciler.use(RESEND, INTERVAL);

        clock.advance(AT_MOST.plusMinutes(1));

        assertThat(unknown.state("expired")).isEqualTo(SmsMessageState.NOT_SENT);
        assertThat(hints).contains(SmsHint.SETTLED);
    }

    @Test
    void noRecord_resendOfAnErasedMessage_isParked() {
        lose("a");
        MessageStore.await(store.operations().erase(UnknownMessages.NUMBER));
        node.reconciler.use(RESEND, INTERVAL);

        clock.advance(AT_MOST.plusMinutes(1));

        assertThat(messages.state("a")).isEqualTo(SmsMessageState.PARKED);
        assertThat(messages.find("a").reason()).contains("cannot be sent again", "operation=settle");
    }

    @ParameterizedTest
    @ValueSource(booleans = { true, false })
    void queriesFail_longAfterTheTimeLimit_staysUnknown(boolean isThrottled) {
        lose("a");
        service = query -> failed(isThrottled, null);
        node.reconciler.use(RESEND, INTERVAL);

        clock.advance(AT_MOST.multipliedBy(5));

        assertThat(messages.state("a")).isEqualTo(SmsMessageState.UNKNOWN);
        assertThat(queries).hasSizeGreaterThan(10);
    }

    @Test
    void queriesFail_thenNoRecord_isParkedAfterThat() {
        lose("a");
        service = query -> failed(false, null);
        node.reconciler.use(PARK, INTERVAL);
        clock.advance(AT_MOST.multipliedBy(2));

        service = query -> NO_RECORD;
        clock.advance(Duration.ofMinutes(11));

        assertThat(messages.state("a")).isEqualTo(SmsMessageState.PARKED);
    }

    @Test
    void statusesOfOtherMessages_afterTheTimeLimit_proveNothing() {
        lose("a");
        service = query -> found("other");
        node.reconciler.use(RESEND, INTERVAL);

        clock.advance(AT_MOST.multipliedBy(2));

        assertThat(messages.state("a")).isEqualTo(SmsMessageState.UNKNOWN);
    }

    @Test
    void noRecord_processClockHoursAhead_staysUnknown() {
        ManualClock storeClock = new ManualClock();
        MessageStore other = new InMemoryMessageStore(storeClock);
        Node owner = new Node("two", this::lookUp, Runnable::run, other);
        UnknownMessages stored = new UnknownMessages(other, ACCOUNT);
        stored.make(owner.lease(), sent -> {
        }, "a");
        owner.reconciler.use(RESEND, INTERVAL);
        storeClock.advance(Duration.ofMinutes(1));

        clock.advance(AT_MOST.multipliedBy(10));

        assertThat(queries).isNotEmpty();
        assertThat(stored.state("a")).isEqualTo(SmsMessageState.UNKNOWN);
    }

    @Test
    void manyDue_allKnown_areSettledWithOneQueryPerInterval() {
        lose(ids(200));
        service = query -> found(query.correlationId());
        node.reconciler.use(PARK, INTERVAL);

        clock.advance(Duration.ofSeconds(250));

        assertThat(messages.count(SmsMessageState.ACCEPTED)).isEqualTo(200);
        assertThat(queries).extracting(StatusQuery::correlationId).doesNotHaveDuplicates().hasSize(200);
        assertThat(gaps()).allMatch(gap -> gap >= INTERVAL.toNanos());
    }

    /** The wait began with the response, so that 202 lookups took over two minutes at five per second. */
    @Test
    void manyDue_responsesTakeTime_areQueriedOncePerInterval() {
        lose(ids(100));
        service = query -> {
            clock.advance(INTERVAL.multipliedBy(3).dividedBy(4));
            return found(query.correlationId());
        };
        node.reconciler.use(PARK, INTERVAL);

        clock.advance(Duration.ofSeconds(150));

        assertThat(messages.count(SmsMessageState.ACCEPTED)).isEqualTo(100);
        assertThat(gaps()).allMatch(gap -> gap >= INTERVAL.toNanos());
    }

    @Test
    void manyDue_messagesWaiting_areQueriedAtAFifthOfTheRate() {
        lose(ids(3));
        isBusy = true;
        node.reconciler.use(PARK, INTERVAL);

        clock.advance(Duration.ofSeconds(55));

        assertThat(gaps()).hasSize(2).allMatch(gap -> gap == 5 * INTERVAL.toNanos());
    }

    @Test
    void throttled_retryAfter_waitsThatLong() {
        lose(ids(2));
        service = query -> failed(true, Duration.ofSeconds(90));
        node.reconciler.use(PARK, INTERVAL);

        clock.advance(Duration.ofMinutes(4));

        assertThat(gaps()).isNotEmpty().allMatch(gap -> gap >= Duration.ofSeconds(90).toNanos());
    }

    @Test
    void queriesFail_repeatedly_waitUpToFiveMinutes() {
        lose("a");
        service = query -> failed(false, null);
        node.reconciler.use(PARK, INTERVAL);

        clock.advance(Duration.ofHours(3));

        List<Long> gaps = gaps();
        assertThat(gaps).isSorted();
        assertThat(gaps.get(gaps.size() - 1)).isBetween(
                Reconciler.MAX_RETRY.toNanos(), Reconciler.MAX_RETRY.plus(Reconciler.POLL_INTERVAL).toNanos());
    }

    @Test
    void queriesFail_afterASuccess_waitAsAfterTheFirstFailure() {
        lose(ids(20));
        service = query -> times.size() == 4 ? NO_RECORD : failed(false, null);
        node.reconciler.use(PARK, INTERVAL);

        clock.advance(Duration.ofMinutes(2));

        assertThat(gaps()).extracting(gap -> Duration.ofNanos(gap).toSeconds()).startsWith(5L, 10L, 20L, 1L, 5L, 10L);
    }

    /** Stale verdicts would be decided again in a later round. */
    @ParameterizedTest
    @ValueSource(booleans = { true, false })
    void roundEndsEarly_nextRound_writesEachVerdictOnce(boolean isStoreFailure) {
        boolean[] isDown = { false };
        List<SmsMessageRevision> written = new ArrayList<>();
        MessageReconciliation recording = proxy(MessageReconciliation.class, store.reconciliation(), (name, arguments) -> {
            if (!name.equals("lookAgain")) {
                return null;
            } else if (isDown[0]) {
                return CompletableFuture.failedFuture(new SmsStoreException("The database is away", false, null));
            }
            ((List<?>) arguments[0]).forEach(each -> written.add((SmsMessageRevision) each));
            return null;
        });
        node.stored.close();
        Node owner = new Node(
                "two", this::lookUp, Runnable::run,
                proxy(MessageStore.class, store, (name, arguments) -> name.equals("reconciliation") ? recording : null));
        clock.advance(Duration.ofHours(15));
        messages.make(owner.lease(), sent -> {
        }, ids(3));
        service = query -> {
            isDown[0] = isStoreFailure && queries.size() == 3;
            return !isStoreFailure && queries.size() == 3 ? failed(false, null) : NO_RECORD;
        };
        owner.reconciler.use(PARK, INTERVAL);

        clock.advance(Duration.ofMinutes(10));

        assertThat(written).hasSize(isStoreFailure ? queries.size() - 3 : queries.size()).hasSizeGreaterThan(6);
    }

    @Test
    void oneMessage_queryAlwaysFails_doesNotDelayOthers() {
        lose("bad", "good");
        service = query -> "bad".equals(query.correlationId())
                ? failed(false, null) : found(query.correlationId());
        node.reconciler.use(PARK, INTERVAL);

        clock.advance(Duration.ofMinutes(2));

        assertThat(messages.state("good")).isEqualTo(SmsMessageState.ACCEPTED);
        assertThat(messages.state("bad")).isEqualTo(SmsMessageState.UNKNOWN);
    }

    @Test
    void reconcileFalse_due_isNotQueried() {
        lose("a");
        node.reconciler.use(settings(false, false), INTERVAL);

        clock.advance(AT_MOST.multipliedBy(2));

        assertThat(queries).isEmpty();
        assertThat(messages.state("a")).isEqualTo(SmsMessageState.UNKNOWN);
    }

    @Test
    void slowQuery_moreDue_isTheOnlyQueryInFlight() {
        Queue<Runnable> pool = new ArrayDeque<>();
        node.stored.close();
        Node slow = new Node("two", this::lookUp, pool::add, store);
        messages.make(slow.lease(), sent -> {
        }, ids(5));
        slow.reconciler.use(PARK, INTERVAL);
        clock.advance(Duration.ofMinutes(10));

        slow.reconciler.use(RESEND, INTERVAL);
        clock.advance(Duration.ofMinutes(10));

        assertThat(pool).hasSize(1);
    }

    @Test
    void close_due_isNotQueried() {
        lose("a");
        node.reconciler.use(PARK, INTERVAL);

        node.reconciler.close();
        clock.advance(Duration.ofMinutes(5));

        assertThat(queries).isEmpty();
    }

    @Test
    void leaseTakenOver_due_isQueriedByTheNewOwnerOnly() {
        lose("a");
        node.reconciler.use(PARK, INTERVAL);
        node.stored.close();
        List<StatusQuery> others = new ArrayList<>();
        Node second = new Node("two", query -> {
            others.add(query);
            return found("a");
        });
        second.reconciler.use(PARK, INTERVAL);

        clock.advance(Duration.ofMinutes(1));

        assertThat(second.stored.lease()).isNotNull();
        assertThat(queries).isEmpty();
        assertThat(others).hasSize(1);
        assertThat(messages.state("a")).isEqualTo(SmsMessageState.ACCEPTED);
    }

    /** The store rejects the decision, although this process has not yet noticed the loss of the lease. */
    @Test
    void leaseTakenOver_lastLookUpInFlight_isNotResent() {
        lose("a");
        service = query -> {
            if (clock.instant().isAfter(messages.find("a").storedAt().plus(AT_MOST))) {
                MessageStore.await(store.leases().release(node.lease()));
                assertThat(MessageStore.await(store.leases().acquire(ACCOUNT, "two")))
                        .isInstanceOf(SmsLeaseResult.Granted.class);
            }
            return NO_RECORD;
        };
        node.reconciler.use(RESEND, INTERVAL);

        clock.advance(AT_MOST.plusMinutes(1));

        assertThat(messages.state("a")).isEqualTo(SmsMessageState.UNKNOWN);
        assertThat(recorded.resent).isEmpty();
    }

    /** Between the two leases, another process may have found or sent the message. */
    @Test
    void leaseLostAndGrantedAgain_duringARound_startsTheLookUpAgain() {
        lose("a", "b");
        clock.advance(AT_MOST.plusMinutes(1));
        MessageStore.await(
                store.reconciliation().lookAgain(
                        List.of(messages.find("a").named(), messages.find("b").named()), Duration.ZERO));
        List<SmsLease> others = new ArrayList<>();
        service = query -> {
            if (others.isEmpty()) {
                MessageStore.await(store.leases().release(node.lease()));
                others.add(((SmsLeaseResult.Granted) MessageStore.await(store.leases().acquire(ACCOUNT, "two"))).lease());
            }
            return NO_RECORD;
        };
        node.reconciler.use(PARK, Duration.ofMinutes(1));
        clock.advance(Duration.ofSeconds(20));
        assertThat(node.stored.lease()).isNull();
        MessageStore.await(store.leases().release(others.get(0)));

        clock.advance(Duration.ofMinutes(2));

        assertThat(queries).extracting(StatusQuery::correlationId).containsExactly("a", "a", "b");
        assertThat(messages.count(SmsMessageState.PARKED)).isEqualTo(2);
    }

    @Test
    void storeFails_thenRecovers_looksUpLater() {
        boolean[] isDown = { true };
        node.stored.close();
        Node owner = new Node("two", this::lookUp, Runnable::run, failing(store, isDown));
        messages.make(owner.lease(), sent -> {
        }, "a");
        service = query -> found("a");
        owner.reconciler.use(PARK, INTERVAL);
        clock.advance(Duration.ofMinutes(2));
        assertThat(queries).isEmpty();
        assertThat(recorded.failures).isNotEmpty().allMatch(reason -> reason.equals("The database is away"));
        assertThat(recorded.successes).isZero();

        isDown[0] = false;
        clock.advance(Duration.ofMinutes(6));

        assertThat(messages.state("a")).isEqualTo(SmsMessageState.ACCEPTED);
        assertThat(recorded.successes).isEqualTo(1);
    }

    @Test
    void scheduledMessage_noRecord_isLookedUpUntilAfterItsDate() {
        clock.advance(Duration.ofHours(15));
        Instant scheduled = clock.instant().plus(Duration.ofDays(2));
        messages.make(node.lease(), sent -> {
        }, scheduled, "a");
        node.reconciler.use(PARK, INTERVAL);

        clock.advance(Duration.ofDays(2).plus(AT_MOST).minusSeconds(1));
        assertThat(messages.state("a")).isEqualTo(SmsMessageState.UNKNOWN);
        assertThat(queries).extracting(StatusQuery::date).contains(scheduled);
        clock.advance(Duration.ofMinutes(1));

        assertThat(messages.state("a")).isEqualTo(SmsMessageState.PARKED);
    }

    private List<Long> gaps() {
        return IntStream.range(1, times.size()).mapToObj(i -> times.get(i) - times.get(i - 1)).toList();
    }

    /** A store whose reconciliation fails while it is unavailable. */
    private static MessageStore failing(MessageStore store, boolean[] isDown) {
        MessageReconciliation failing
                = proxy(MessageReconciliation.class, store.reconciliation(), (name, arguments) -> isDown[0]
                        ? CompletableFuture.failedFuture(new SmsStoreException("The database is away", false, null)) : null);
        return proxy(MessageStore.class, store, (name, arguments) -> name.equals("reconciliation") ? failing : null);
    }

    private static <T> T proxy(Class<T> type, T target, BiFunction<String, Object[], @Nullable Object> instead) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, (self, method, arguments) -> {
            Object other = instead.apply(method.getName(), arguments);
            return other == null ? method.invoke(target, arguments) : other;
        }));
    }
}
