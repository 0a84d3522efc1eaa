package io.github.camelsms.body;

import java.io.IOException;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for JSON beyond the limits of its parser: it is rejected for good, because a queue would deliver a body that
 * fails as "not sent" again and again.
 */
class SendBodyLimitsTest extends SendBodyFixture {

    static Stream<Arguments> beyondLimits() {
        String digits = "1".repeat(1_001);
        String deep = "[".repeat(1_001) + "]".repeat(1_001);
        return Stream.of(
                Arguments.of("digits of a destination", "{\"destination\": " + digits + "}"),
                Arguments.of("digits of an id", "{\"correlationId\": " + digits + "}"),
                Arguments.of("digits of a date", "{\"scheduledDate\": " + digits + "}"),
                Arguments.of("digits after a point", "{\"messageText\": 0." + digits + "}"),
                Arguments.of("digits of another field", "{\"messageText\":\"hello\",\"order\": " + digits + "}"),
                Arguments.of("digits of an exponent", "{\"correlationId\": 1e" + digits + "}"),
                Arguments.of("arrays of a field", "{\"messageText\": " + deep + "}"),
                Arguments.of("arrays of another field", "{\"messageText\":\"hello\",\"order\": " + deep + "}"),
                Arguments.of("objects", "{\"x\":".repeat(1_001) + "1" + "}".repeat(1_001)),
                Arguments.of("arrays", deep),
                Arguments.of("characters of a name", "{\"" + "x".repeat(50_001) + "\": 1}"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("beyondLimits")
    void read_jsonBeyondALimitOfTheParser_isRejected(String limit, String json) throws IOException {
        for (String text : new String[] { json, "[" + json + "]" }) {
            everyKind(text).forEach(body -> assertRejected(reading.read(body), body));
            everyKind(text).forEach(body -> assertRejected(reading.read(body, exchange -> {
                exchange.getMessage().setHeader("CamelSmsDestination", NUMBER);
                exchange.getMessage().setHeader("CamelSmsCorrelationId", "c1");
            }), body));
        }
    }

    private static void assertRejected(BodyReading.Yield yield, Object body) {
        assertThat(yield.failure()).as("%s", body.getClass()).isNull();
        assertThat(yield.messages()).as("%s", body.getClass()).isEmpty();
        assertThat(yield.refusals()).as("%s", body.getClass()).hasSize(1);
        assertThat(yield.refusals().get(0).reason()).doesNotContain("111");
    }

    @Test
    void read_jsonBeyondALimitOfTheParser_reasonNamesTheLimitAndThePosition() {
        assertThat(reading.read("{\"messageText\":\"hello\",\n\"destination\": " + "1".repeat(1_001) + "}").refusals())
                .singleElement().satisfies(
                        refusal -> assertThat(refusal.reason()).contains("a number, text or name that is too long", "line 2"));
    }
}
