package io.github.camelsms.store.jdbc;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsLeaseResult;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.test.SampleSize;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static io.github.camelsms.store.MessageStore.await;
import static io.github.camelsms.store.jdbc.Samples.ACCOUNT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.with;

/**
 * Tests that a killed process loses nothing that the store acknowledged. <code>-Dkills=200</code> sets the number of
 * kills, <code>-Dkill.seed=7</code> their times.
 */
@Timeout(value = 4, unit = TimeUnit.HOURS)
class CrashTest {

    private static final int KILLS = SampleSize.of("kills", 2, 4);
    private static final int MAX_LINES = 1_000;

    private final Random random = new Random(Long.getLong("kill.seed", 1));
    private final Map<String, Set<String>> said = new HashMap<>();

    @TempDir
    Path folder;

    @Test
    void kill_whileStoringInSqlite_losesNothing() throws IOException, InterruptedException {
        killAndCheck("file", folder.resolve("store.db").toString());
    }

    @Test
    void kill_whileStoringInPostgres_losesNothing() throws IOException, InterruptedException {
        killAndCheck("url", new Postgres().url());
    }

    private void killAndCheck(String kind, String place) throws IOException, InterruptedException {
        for (int kill = 1; kill <= KILLS; kill++) {
            runAndKill(kind, place, "run" + kill, 1 + random.nextInt(MAX_LINES));
            try (JdbcMessageStore store = CrashChild.store(kind, place)) {
                store.start();
                check(store, "parent" + kill);
            }
        }
        assertThat(said("accepted")).as("recorded outcomes").isNotEmpty();
        assertThat(said("delivered")).as("acknowledged results").isNotEmpty();
    }

    private void runAndKill(String kind, String place, String run, int lines) throws IOException, InterruptedException {
        Process child = new ProcessBuilder(ChildJvm.plain(CrashChild.class, kind, place, run))
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        int read = 0;
        try (BufferedReader output = new BufferedReader(
                new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                hear(line);
                if (++read == lines) {
                    // Kills the process itself, so that its output is read to the end.
                    child.toHandle().destroyForcibly();
                }
            }
        }
        assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(read).as("the child was killed and did not fail").isGreaterThanOrEqualTo(lines);
    }

    /** The last line may be incomplete. */
    private void hear(String line) {
        String[] parts = line.split(" ");
        if (parts.length == 2) {
            said.computeIfAbsent(parts[0], what -> new HashSet<>()).addAll(Arrays.asList(parts[1].split(",")));
        }
    }

    private Set<String> said(String what) {
        return said.getOrDefault(what, Set.of());
    }

    private void check(MessageStore store, String node) {
        assertThat(find(store, said("stored"))).as("acknowledged intake").isEqualTo(said("stored").size() * CrashChild.LIST);
        Map<String, SmsMessageState> states = states(store, said("sending"));
        for (String id : said("sending")) {
            assertThat(states.get(id)).as("claimed message " + id)
                    .isIn(SmsMessageState.SENDING, SmsMessageState.ACCEPTED, SmsMessageState.UNKNOWN);
        }
        states(store, said("accepted")).forEach(
                (id, state) -> assertThat(state).as("accepted message " + id).isEqualTo(SmsMessageState.ACCEPTED));
        assertNoneIsHalfStored(store);
        assertOpenResultsAreOffered(store);
        assertRestIsUnknownAfterItsTime(store, node);
    }

    private void assertNoneIsHalfStored(MessageStore store) {
        Set<String> lists = said("sending").stream().map(id -> id.substring(0, id.lastIndexOf('.')))
                .collect(Collectors.toSet());
        assertThat(find(store, lists)).as("messages of partly sent lists").isEqualTo(lists.size() * CrashChild.LIST);
    }

    private void assertOpenResultsAreOffered(MessageStore store) {
        Set<String> open = new HashSet<>(said("accepted"));
        // These may be acknowledged, although the process was killed before it wrote the next line.
        open.removeAll(said("acknowledging"));
        Set<String> offered = new HashSet<>();
        with().pollInterval(Duration.ofMillis(20)).await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
            await(store.results().claim(ACCOUNT, 1_000, Duration.ofMillis(1)))
                    .forEach(result -> offered.add(result.message().correlationId()));
            assertThat(offered).as("offered results").containsAll(open);
        });
        assertThat(offered).as("acknowledged results").doesNotContainAnyElementsOf(said("delivered"));
    }

    private void assertRestIsUnknownAfterItsTime(MessageStore store, String node) {
        SmsLeaseResult[] acquired = new SmsLeaseResult[1];
        with().pollInterval(Duration.ofMillis(20)).await().atMost(Duration.ofMinutes(1)).until(() -> {
            acquired[0] = await(store.leases().acquire(ACCOUNT, node));
            return acquired[0] instanceof SmsLeaseResult.Granted;
        });
        SmsLeaseResult.Granted granted = (SmsLeaseResult.Granted) acquired[0];
        Duration untilNext = await(store.sending().recover(granted.lease(), 1, Samples.RECONCILED)).untilNext();
        long sending = await(store.operations().count(ACCOUNT)).get(SmsMessageState.SENDING);
        assertThat(sending).as("requests in flight have a deadline").matches(count -> count == 0 || untilNext != null);
        await(store.leases().release(granted.lease()));
    }

    /** Returns how many messages of these lists exist. */
    private static int find(MessageStore store, Set<String> lists) {
        Set<String> ids = lists.stream().flatMap(list -> IntStream.range(0, CrashChild.LIST).mapToObj(i -> list + "." + i))
                .collect(Collectors.toSet());
        return await(store.operations().find(ACCOUNT, ids)).size();
    }

    private static Map<String, SmsMessageState> states(MessageStore store, Set<String> correlationIds) {
        Map<String, SmsMessageState> states = new HashMap<>();
        await(store.operations().find(ACCOUNT, new ArrayList<>(correlationIds)))
                .forEach(message -> states.put(message.correlationId(), message.state()));
        assertThat(states).hasSameSizeAs(correlationIds);
        return states;
    }
}
