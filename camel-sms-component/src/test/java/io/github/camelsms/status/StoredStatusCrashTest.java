package io.github.camelsms.status;

import java.time.Duration;
import java.util.Map;

import io.github.camelsms.LogLines;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.simulator.Fault;
import io.github.camelsms.simulator.Operation;
import org.apache.logging.log4j.Level;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for crashes and lost responses: each status is still delivered.
 */
class StoredStatusCrashTest extends StoredStatusFixture {

    @ParameterizedTest
    @CsvSource({
            "announce,true", "receive,false", "receive,true", "read,false", "read,true", "claim,true", "acknowledge,false" })
    void poll_processCrashes_anotherDeliversEachStatus(String method, boolean afterwards) throws Exception {
        sendMessages(0, 130);
        StoreFaults faults = new StoreFaults(store);
        faults.dieAt(method, afterwards);
        Node dead = start(faults.store(), POLL, StoredStatusFixture::nothing);
        await().until(faults::isGone);
        dead.context.stop();
        clock.advance(Duration.ofMinutes(10));

        Node next = start(store, POLL, StoredStatusFixture::nothing);
        await().untilAsserted(() -> assertThat(next.ids()).containsAll(idsOf(0, 130)));
    }

    @ParameterizedTest
    @ValueSource(strings = { "DROP", "RESET", "TRUNCATE", "GATEWAY" })
    void poll_responseLost_isFilledByDate(String kind) throws Exception {
        storeMessages(0, 30, SmsOutcome.ACCEPTED, Map.of());
        sendMessages(0, 30);
        try (LogLines lines = LogLines.of(Map.of("io.github.camelsms.SmsStatusConsumer", Level.INFO))) {
            Node node = start(store, POLL, StoredStatusFixture::nothing);
            await().until(() -> node.statuses().getReceivedCounter() == 30);
            simulator.failNext(Operation.STATUS, fault(kind));
            sendMessages(30, 50);
            await().until(() -> node.statuses().getReceivedCounter() == 80);
            assertThat(node.ids()).containsExactlyElementsOf(idsOf(0, 80));
            assertThat(node.failures()).isNotEmpty();
            assertThat(lines.at(Level.WARN)).filteredOn(line -> line.contains("the responses to 1 poll were lost"))
                    .singleElement().asString().contains("[2026-03-10, 2026-03-09, ");
        }
    }

    /** The statuses of these messages are not known to the store, so the gap contains them again. */
    @ParameterizedTest
    @CsvSource({ "receive,false", "receive,true", "readPart,false", "readPart,true" })
    void poll_processCrashesWithACutResponse_eachStatusIsDeliveredOnce(String method, boolean afterwards) throws Exception {
        sendMessages(0, 100);
        simulator.failNext(Operation.STATUS, Fault.truncateBody());
        StoreFaults faults = new StoreFaults(store);
        faults.dieAt(method, afterwards);
        Node dead = start(faults.store(), POLL, StoredStatusFixture::nothing);
        await().until(faults::isGone);
        dead.context.stop();
        clock.advance(Duration.ofMinutes(10));

        Node next = start(store, POLL, StoredStatusFixture::nothing);
        await().until(() -> next.statuses().getReceivedCounter() >= 100);
        assertThat(next.ids()).containsExactlyElementsOf(idsOf(0, 100));
    }

    @ParameterizedTest
    @CsvSource({ "receive,false", "receive,true", "readPart,false", "readPart,true" })
    void poll_storeFailsWithACutResponse_eachStatusIsDeliveredOnce(String method, boolean afterwards) throws Exception {
        sendMessages(0, 100);
        simulator.failNext(Operation.STATUS, Fault.truncateBody());
        StoreFaults faults = new StoreFaults(store);
        faults.failOnce(method, afterwards);
        Node node = start(faults.store(), POLL, StoredStatusFixture::nothing);

        await().until(() -> node.statuses().getReceivedCounter() >= 100);
        assertThat(faults.failures()).isEqualTo(1);
        assertThat(node.ids()).containsExactlyElementsOf(idsOf(0, 100));
    }

    private static Fault fault(String kind) {
        return switch (kind) {
            case "DROP" -> Fault.dropAfterAccepting();
            case "RESET" -> Fault.resetAfterAccepting();
            case "TRUNCATE" -> Fault.truncateBody();
            default -> Fault.httpStatusAfterAccepting(502);
        };
    }
}
