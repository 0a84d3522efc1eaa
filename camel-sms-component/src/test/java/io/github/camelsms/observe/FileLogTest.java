package io.github.camelsms.observe;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import io.github.camelsms.LogLines;
import io.github.camelsms.engine.ManualClock;
import io.github.camelsms.store.MessageOperations;
import io.github.camelsms.store.SmsAccountState;
import io.github.camelsms.store.SmsFileProgress;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsLeaseResult;
import org.apache.logging.log4j.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests what is logged about the progress of files.
 */
class FileLogTest {

    private static final Instant TIME = Instant.parse("2026-03-31T12:00:00Z");

    private final ManualClock clock = new ManualClock();
    private final ObservedAccountFake account = new ObservedAccountFake();
    private final FileLog log = new FileLog(account, clock);
    private final LogLines lines = LogLines.of(Map.of("io.github.camelsms", Level.INFO));
    private List<SmsFileProgress> files = List.of();

    FileLogTest() {
        MessageOperations operations = (MessageOperations) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] { MessageOperations.class },
                (proxy, method, arguments) -> CompletableFuture.completedFuture(files));
        account.storeFigures = new StoreFigures(operations, "demo", clock::nanos, () -> TIME.atZone(ZoneOffset.UTC));
        account.ownership = new Ownership("demo", "node-1", false, () -> TIME, Ownership.Duty.SENDING);
        account.sending = new SendFigures(
                SendFigures.Sending.RUNNING, null, 0, 0, 10_000, 0, Duration.ZERO, Duration.ZERO, Duration.ofSeconds(1),
                Duration.ofMillis(1_020), 200);
        log.start();
    }

    @AfterEach
    void close() {
        lines.close();
    }

    private void own() {
        account.ownership.granted(new SmsLeaseResult.Granted(
                new SmsLease("demo", "node-1", 1, Duration.ofSeconds(30)), SmsAccountState.NEW, null));
    }

    /** Counts and logs the files. */
    private List<String> pass(SmsFileProgress... next) {
        files = List.of(next);
        int before = lines.at(Level.INFO).size();
        clock.advance(FileLog.INTERVAL);
        List<String> all = lines.at(Level.INFO);
        return List.copyOf(all.subList(before, all.size()));
    }

    private static SmsFileProgress file(String name, long waiting, long accepted, long rejected, long unknown, long delivered) {
        return new SmsFileProgress(
                name, TIME, TIME, waiting + accepted + rejected + unknown, waiting, accepted, rejected, 0, unknown, 0,
                delivered, 0);
    }

    @Test
    void log_fileWithProgress_isLoggedUntilAllMessagesHaveAnOutcome() {
        own();

        assertThat(pass(file("campaign.csv", 50_000, 0, 0, 0, 0))).singleElement().asString().contains(
                "file campaign.csv: stored 50,000, completed 0 (accepted 0, rejected 0), delivered 0, about 4 min left");
        assertThat(pass(file("campaign.csv", 50_000, 0, 0, 0, 0))).isEmpty();
        assertThat(pass(file("campaign.csv", 37_600, 12_380, 20, 0, 9_000))).singleElement().asString().contains(
                "stored 50,000, completed 12,400 (accepted 12,380, rejected 20), delivered 9,000, about 3 min left");
        assertThat(pass(file("campaign.csv", 1, 49_976, 20, 3, 9_000))).singleElement().asString()
                .contains("(accepted 49,976, rejected 20, unknown 3)", "less than 1 min left");
        assertThat(pass(file("campaign.csv", 0, 49_977, 20, 3, 9_000))).singleElement().asString().contains(
                "file campaign.csv: all 50,000 messages have an outcome (accepted 49,977, rejected 20, unknown 3), delivered 9,000");
        assertThat(pass(file("campaign.csv", 0, 49_977, 20, 3, 40_000))).isEmpty();
    }

    @Test
    void log_fileThatEndedBeforeTheFirstCount_isNotLogged() {
        own();

        assertThat(pass(file("old.csv", 0, 5, 0, 0, 5))).isEmpty();
        assertThat(pass(file("old.csv", 0, 5, 0, 0, 5), file("quick.csv", 0, 3, 0, 0, 0))).singleElement().asString()
                .contains("file quick.csv: all 3 messages have an outcome");
    }

    @Test
    void log_manyFiles_logsFiveAndTheNumberOfTheOthers() {
        own();
        SmsFileProgress[] many = new SmsFileProgress[12];
        for (int i = 0; i < many.length; i++) {
            many[i] = file("file" + i, 10, 0, 0, 0, 0);
        }

        assertThat(pass(many)).hasSize(FileLog.MAX_FILES + 1).last().asString().contains("7 more files have made progress");
    }

    @Test
    void log_anotherNodeOwnsTheAccount_logsNothing() {
        assertThat(pass(file("campaign.csv", 50_000, 0, 0, 0, 0))).isEmpty();
    }

    @Test
    void stop_fileWithProgress_logsNothing() {
        own();
        log.stop();

        assertThat(pass(file("campaign.csv", 50_000, 0, 0, 0, 0))).isEmpty();
    }
}
