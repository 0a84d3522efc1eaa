package io.github.camelsms.body;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for field names in bodies of each kind: misspelled ones, others, and those in any case.
 */
class SendBodyFieldNamesTest extends SendBodyFixture {

    @ParameterizedTest
    @CsvSource({
            "correlationid,correlationId", "CorrelationId,correlationId", "correlation_id,correlationId",
            "correlation-id,correlationId", "'correlation id',correlationId", "' correlationId ',correlationId",
            "CORRELATION_ID,correlationId", "messagetext,messageText", "message_text,messageText",
            "Destination,destination", "'destination\u00a0',destination", "scheduled_date,scheduledDate",
            "SCHEDULEDDATE,scheduledDate" })
    void read_misspelledField_rejectsThatMessageNamingBothFields(String misspelled, String name) throws IOException {
        Map<String, Object> map = fields("c1");
        map.put("scheduledDate", 1_893_456_000L);
        String json = new ObjectMapper().writeValueAsString(map).replace("\"" + name + "\"", "\"" + misspelled + "\"");
        map.put(misspelled, Objects.requireNonNull(map.remove(name)));
        everyKind(json).forEach(body -> assertMisspelled(reading.read(body), misspelled, name));
        everyKind("[" + json + "," + TWO + "]").forEach(body -> assertMisspelled(reading.read(body), misspelled, name));
        everyKind(json + "\n" + TWO).forEach(body -> assertMisspelled(reading.read(body), misspelled, name));
        everyKind("{\"sms\":[" + TWO + "," + json + "]}")
                .forEach(body -> assertMisspelled(reading.read(body), misspelled, name));
        for (Object body : new Object[] {
                map, List.of(map, ONE), new Object[] { TWO, map }, Map.of("sms", List.of(map)), tree(json),
                tree("[" + TWO + "," + json + "]"), List.of(tree(json)), List.of(json, ONE) }) {
            assertMisspelled(reading.read(body), misspelled, name);
        }
    }

    private static void assertMisspelled(BodyReading.Yield yield, String misspelled, String name) {
        assertThat(yield.failure()).isNull();
        assertThat(yield.refusals()).hasSize(1);
        assertThat(yield.messages()).hasSize(yield.elements().size() - 1);
        assertThat(yield.refusals().get(0).reason()).contains("\"" + misspelled.strip().replace("\u00a0", "") + "\"", name)
                .doesNotContain("hello", NUMBER, "\u00a0");
    }

    @Test
    void read_misspelledBesideTheCorrectField_isRejected() throws IOException {
        String json = ONE.replace("}", ",\"correlation_id\":\"other\"}");
        everyKind(json).forEach(body -> assertMisspelled(reading.read(body), "correlation_id", "correlationId"));
        Map<String, Object> map = fields("c1");
        map.put("correlation_id", "other");
        assertMisspelled(reading.read(map), "correlation_id", "correlationId");
        assertMisspelled(reading.read(tree(json)), "correlation_id", "correlationId");
    }

    @Test
    void read_otherFields_areIgnored() throws IOException {
        String json = ONE.replace(
                "}", ",\"id\":1,\"correlationIds\":[2],\"text\":\"x\",\"date\":{},\"messagetxt\":3,\"_\":4,\"\":5}");
        everyKind(json).forEach(body -> assertThat(reading.read(body).messages()).as("%s", body.getClass()).hasSize(1));
        assertThat(reading.read(tree(json)).messages()).hasSize(1);
        Map<Object, Object> map = new HashMap<>(fields("c1"));
        map.put("correlationIds", 2);
        map.put(null, 3);
        map.put(4, 5);
        assertThat(reading.read(map).messages()).hasSize(1);
    }

    @Test
    void read_caseInsensitiveMap_isRead() {
        Map<String, Object> map = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        map.putAll(Map.of("MESSAGETEXT", "hello", "Destination", NUMBER, "correlationid", "c1"));
        BodyReading.Yield yield = reading.read(map);
        assertThat(yield.ids()).containsExactly("c1");
        assertThat(yield.messages()).hasSize(1);
    }

    @Test
    void read_misspelledFieldBesideAList_doesNotSendTheListWithoutIt() throws IOException {
        for (String json : List.of(
                "{\"sms\":[" + ONE + "],\"Correlation_Id\":\"x\"}", "{\"messagetext\":\"x\",\"sms\":[" + ONE + "]}")) {
            everyKind(json).forEach(body -> {
                BodyReading.Yield yield = reading.read(body);
                assertThat(yield.failure() != null || !yield.refusals().isEmpty()).as("%s", body.getClass()).isTrue();
            });
            assertThat(reading.read(tree(json)).refusals()).hasSize(1);
        }
        Object list = inputs.javaStream(List.of(ONE));
        assertThat(reading.read(Map.of("sms", list, "Correlation_Id", "x")).refusals()).hasSize(1);
        inputs.assertAllClosedOnce();
    }

    @ParameterizedTest
    @ValueSource(strings = { "SMS", "Sms", "s_m_s" })
    void read_misspelledList_isRejectedNamingBothFields(String misspelled) throws IOException {
        for (String json : List.of(
                "{\"" + misspelled + "\":[" + ONE + "]}", ONE.replace("}", ",\"" + misspelled + "\":[" + TWO + "]}"))) {
            everyKind(json).forEach(body -> assertMisspelled(reading.read(body), misspelled, "sms"));
            assertMisspelled(reading.read(tree(json)), misspelled, "sms");
        }
        assertMisspelled(reading.read(Map.of(misspelled, List.of(fields("c1")))), misspelled, "sms");
    }
}
