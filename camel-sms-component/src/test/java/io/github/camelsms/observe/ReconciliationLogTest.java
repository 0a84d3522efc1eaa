package io.github.camelsms.observe;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.IntStream;

import io.github.camelsms.LogLines;
import io.github.camelsms.engine.stored.ReconcilerFixture;
import io.github.camelsms.engine.stored.ReconciliationListener;
import io.github.camelsms.engine.stored.Settlement;
import io.github.camelsms.model.StatusLookUp;
import io.github.camelsms.model.StatusQuery;
import io.github.camelsms.observe.ReconciliationMonitor.Result;
import io.github.camelsms.store.MessageReconciliation;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsStoreException;
import io.github.camelsms.store.UnknownMessages;
import org.apache.logging.log4j.Level;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests what reconciliation logs and counts.
 */
class ReconciliationLogTest extends ReconcilerFixture {

    private final ReconciliationMonitor monitor = new ReconciliationMonitor();
    private final ReconciliationLog log = new ReconciliationLog(ACCOUNT, monitor, clock::nanos);
    private Function<StatusQuery, StatusLookUp> service = query -> NO_RECORD;
    private final Node node = new Node("one", query -> service.apply(query));
    private final UnknownMessages messages = messages();

    @Override
    protected ReconciliationListener listener() {
        return log;
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

    /** A stale response or an operator may reject a message that the service reports as sent later. */
    @Test
    void recordEvidence_deliveryOfARejectedMessage_warnsAndCountsNothing() {
        clock.advance(Duration.ofHours(15));
        messages.reject(node.lease(), "a");
        try (LogLines lines = LogLines.of(Map.of("io.github.camelsms", Level.WARN))) {
            StatusLookUp.Found found = (StatusLookUp.Found) found("a");
            assertThat(Settlement.recordEvidence(node.stored, log, found.statuses())).isZero();
            assertThat(lines.at(Level.WARN)).singleElement().asString().contains(
                    "contradicts itself about 1 message", "(code -5: INVALID_NUMBER_FORMAT)", "status is SENT",
                    "stay REJECTED");
            assertThat(Settlement.recordEvidence(node.stored, log, found.statuses())).isZero();
            assertThat(lines.at(Level.WARN)).hasSize(1);
        }
    }

    @Test
    void noRecord_resendOfAnExpiredMessage_isCountedAsExpired() {
        messages.make(node.lease(), AT_MOST.minusMinutes(1), "expired");
        messages.make(node.lease(), AT_MOST.multipliedBy(2), "valid");
        node.reconciler.use(RESEND, INTERVAL);
        try (LogLines lines = LogLines.of(Map.of("io.github.camelsms", Level.INFO))) {
            clock.advance(AT_MOST.plusMinutes(1));

            assertThat(lines.all()).extracting(LogLines.Line::text)
                    .anyMatch(line -> line.contains("1 message ") && line.contains("NOT_SENT") && line.endsWith(": expired"))
                    .anyMatch(line -> line.contains("1 message ") && line.contains("sent again") && line.endsWith(": valid"))
                    .hasSize(2);
        }
        assertThat(monitor.count(Result.EXPIRED)).isEqualTo(1);
        assertThat(monitor.count(Result.RESENT)).isEqualTo(1);
    }

    @Test
    void storeFails_thenRecovers_logsBoth() {
        boolean[] isDown = { true };
        node.stored.close();
        Node owner = new Node("two", query -> service.apply(query), Runnable::run, failing(store, isDown));
        messages.make(owner.lease(), sent -> {
        }, "a");
        service = query -> found("a");
        try (LogLines lines = LogLines.of(Map.of("io.github.camelsms", Level.WARN))) {
            owner.reconciler.use(PARK, INTERVAL);
            clock.advance(Duration.ofMinutes(2));
            assertThat(lines.at(Level.WARN)).hasSizeBetween(1, 2).last().asString()
                    .contains("could not be looked up: The database");

            isDown[0] = false;
            clock.advance(Duration.ofMinutes(6));

            assertThat(messages.state("a")).isEqualTo(SmsMessageState.ACCEPTED);
            assertThat(lines.at(Level.WARN)).last().asString()
                    .contains("messages of unknown outcome are looked up again; no action is needed");
        }
    }

    @Test
    void manyDue_lookUpsTakeLong_logsOnceAMinuteHowLong() {
        lose(ids(202));
        service = query -> found(query.correlationId());
        try (LogLines lines = LogLines.of(Map.of("io.github.camelsms", Level.INFO))) {
            node.reconciler.use(PARK, INTERVAL);

            clock.advance(Duration.ofSeconds(250));

            assertThat(lines.all()).extracting(LogLines.Line::text).filteredOn(text -> text.contains("looked up by date"))
                    .satisfiesExactly(
                            first -> assertThat(first).contains(
                                    "200 messages of unknown outcome are looked up by date, one every 1000 ms; this takes about 4 min"),
                            second -> assertThat(second).contains("140 messages", "about 3 min"),
                            third -> assertThat(third).contains("80 messages", "about 2 min"),
                            fourth -> assertThat(fourth).contains("20 messages", "about 1 min"));
        }
    }

    @Test
    void log_batch_hasOneLineWithItsRemedy() {
        try (LogLines lines = LogLines.of(Map.of("io.github.camelsms", Level.INFO))) {
            lose(ids(3));
            service = query -> "m-0".equals(query.correlationId()) ? found("m-0") : NO_RECORD;
            node.reconciler.use(PARK, INTERVAL);

            clock.advance(AT_MOST.plusMinutes(5));

            assertThat(lines.all()).extracting(LogLines.Line::level).containsExactly(Level.INFO, Level.WARN);
            assertThat(lines.all().get(0).text()).contains("1 message ", "ACCEPTED", "m-0");
            assertThat(lines.all().get(1).text())
                    .contains("2 messages", "PARKED", "operation=resend", "operation=settle", "m-1, m-2");
        }
        assertThat(monitor.count(Result.SETTLED)).isEqualTo(1);
        assertThat(monitor.count(Result.PARKED)).isEqualTo(2);
    }

    /** A store whose reconciliation fails while it is unavailable. */
    private static MessageStore failing(MessageStore store, boolean[] isDown) {
        MessageReconciliation failing = (MessageReconciliation) Proxy.newProxyInstance(
                ReconciliationLogTest.class.getClassLoader(), new Class<?>[] { MessageReconciliation.class },
                (self, method, arguments) -> isDown[0]
                        ? CompletableFuture.failedFuture(new SmsStoreException("The database is away", false, null))
                        : method.invoke(store.reconciliation(), arguments));
        return (MessageStore) Proxy.newProxyInstance(
                ReconciliationLogTest.class.getClassLoader(), new Class<?>[] { MessageStore.class },
                (self, method, arguments) -> method.getName().equals("reconciliation")
                        ? failing : method.invoke(store, arguments));
    }
}
