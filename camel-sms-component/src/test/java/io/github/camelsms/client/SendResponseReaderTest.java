package io.github.camelsms.client;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class SendResponseReaderTest {

    private static final String A = "{\"status\":\"OK\",\"code\":5,\"id_sms\":\"1\",\"correlationId\":\"a\"}";
    private static final String B
            = "{\"status\":\"NOK\",\"code\":-5,\"message\":\"INVALID_NUMBER_FORMAT\",\"correlationId\":\"b\"}";
    private static final List<SmsSendResult> BOTH
            = List.of(SmsSendResult.accepted(5, "1", "a"), SmsSendResult.rejected(-5, "INVALID_NUMBER_FORMAT", "b"));

    private static HttpReply.Received received(int status, String body) {
        return new HttpReply.Received(
                status, body.getBytes(StandardCharsets.UTF_8), "application/json", Duration.ofSeconds(3), List.of());
    }

    private static SendResponse read(int status, String body, String... ids) {
        return SendResponseReader.read(ClientFixture.batch(ids), received(status, body));
    }

    /** Returns the initials of the outcomes, or the kind of a response without results per message. */
    private static String summary(SendResponse response) {
        if (response instanceof SendResponse.Processed processed) {
            return processed.results().stream().map(result -> result.outcome().name().substring(0, 1))
                    .collect(Collectors.joining());
        }
        return response.getClass().getSimpleName();
    }

    static Stream<String> shapes() {
        String array = "[" + A + "," + B + "]";
        return Stream.of(
                array, "\uFEFF" + array, " \n" + array + "\n", "{\"sms\":" + array + "}", "{\"anything\":" + array + "}",
                "{\"status\":\"OK\",\"code\":5,\"result\":" + array + "}", "{\"data\":{\"items\":" + array + "}}",
                "{\"items\":" + array + ",\"warnings\":[],\"notes\":[\"x\"]}",
                "{\"items\":" + array + ",\"notes\":[{\"text\":\"x\"}]}",
                "[{\"STATUS\":\"ok\",\"Code\":\"5\",\"id_sms\":1,\"correlationid\":\"a\"},"
                                                                          + B.replace("-5", "\"-5\"").replace(
                                                                                  "NOK", "nok")
                                                                          + "]");
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void read_anyAcceptedShape_returnsAResultPerMessage(String body) {
        assertThat(read(200, body, "a", "b")).isEqualTo(new SendResponse.Processed(BOTH));
    }

    @Test
    void read_singleItemForBatchOfOne_returnsItsResult() {
        assertThat(read(200, A, "a")).isEqualTo(new SendResponse.Processed(BOTH.subList(0, 1)));
        assertThat(read(200, B, "b")).isEqualTo(new SendResponse.Processed(BOTH.subList(1, 2)));
    }

    /** Small deviations from the specified response, each a former bug or branch of the code. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', value = {
            "[<a>,<b>] | AA",
            "[<b>,<a>] | AA",
            "[<a>,<b>,<b>] | AA",
            "{\"sms\":[<a>,<b>]} | AA",
            "[<a>] | AU",
            "[<a>,<a>] | AU",
            "[<a>,<b>] x | Unknown",
            "[<a>,B | Unknown",
            "[<a>,<b>]] | Unknown",
            "[<a>,<b>][] | Unknown",
            "[] | Unknown",
            "[<a>,{\"status\":\"NOK\",\"code\":-5,\"id_sms\":\"2\",<id>}] | AR",
            "[<a>,{\"status\":\"OK\",\"code\":429,\"id_sms\":\"2\",<id>}] | AU",
            "[<a>,{\"status\":\"OK\",\"code\":5,\"id_sms\":2,<id>}] | AA",
            "[<a>,{\"status\":\"OK\",\"code\":5,\"id_sms\":\" \",<id>}] | AA",
            "[<a>,{\"status\":\"OK\",\"code\":5,<id>}] | AA",
            "[<a>,{\"status\":\"OK\",\"code\":5,\"id_sms\":\"2\"}] | AU",
            "[<a>,{\"status\":\"OK\",\"code\":5,\"code\":-5,<id>}] | AU",
            "[<a>,{\"status\":\"OK\",\"code\":5,\"CODE\":-5,<id>}] | AA",
            "[<a>,{\"status\":\"OK\",\"CODE\":-5,\"code\":5,<id>}] | AA",
            "[<a>,{\"status\":\"OK\",\"code\":5,<id>,\"more\":[]}] | AA",
            "[<a>,{\"status\":\"OK\",\"code\":5,<id>,\"message\":[[[]]]}] | AA",
            "[<a>,{\"status\":\"OK\",\"code\":5,<id>,\"message\":7}] | AA",
            "[<a>,{\"status\":\"OK\",\"code\":5,<id>,\"message\":\"queued\"}] | AA",
            "[<a>,{\"status\":\"OK\",\"code\":5,\"correlationId\":\"b2\"}] | AU",
            "[<a>,{\"status\":\"OK\",\"code\":5,\"correlationId\":\"\"}] | AU",
            "[<a>,{\"status\":\"MAYBE\",\"code\":5,<id>}] | AA",
            "[<a>,{\"status\":\"ok\",\"code\":5,<id>}] | AA",
            "[<a>,{\"status\":\"OK\",\"code\":\"5\",<id>}] | AA",
            "[<a>,{\"status\":\"OK\",\"code\":5.0,<id>}] | AA",
            "[<a>,{\"status\":\"OK\",\"code\":12345678901,<id>}] | AA" })
    void read_similarResponseFormat_returnsOutcomeOfEachMessage(String body, String outcomes) {
        String b = "{\"correlationId\":\"b\",\"id_sms\":\"2\",\"code\":5,\"status\":\"OK\",\"message\":null}";
        String filled = body.replace("<a>", A).replace("<b>", b).replace("<id>", "\"correlationId\":\"b\"");
        assertThat(summary(read(200, filled, "a", "b"))).isEqualTo(outcomes);
    }

    @Test
    void read_idWithControlCharacter_returnsOneLine() {
        assertThat(read(200, A.replace("\"1\"", "\"x\\r\\ny\\u202e\""), "a"))
                .isEqualTo(new SendResponse.Processed(List.of(SmsSendResult.accepted(5, "x y", "a"))));
        assertThat(read(200, "[" + A.replace("\"1\"", "\"x\\r\\ny\\u202e\"") + "]", "a"))
                .isEqualTo(new SendResponse.Processed(List.of(SmsSendResult.accepted(5, "x y", "a"))));
    }

    @ParameterizedTest
    @ValueSource(strings = { "application/json;charset=utf-16", "application/json; charset=utf-8", "text/html", "" })
    void read_anyContentType_detectsTheCharset(String contentType) {
        HttpReply.Received response = new HttpReply.Received(
                200, ("[" + A + "," + B + "]").getBytes(StandardCharsets.UTF_8), contentType, null, List.of());
        assertThat(SendResponseReader.read(ClientFixture.batch("a", "b"), response))
                .isEqualTo(new SendResponse.Processed(BOTH));
    }

    @Test
    void read_utf16AndUtf32_areDecoded() {
        for (String charset : List.of("UTF-16LE", "UTF-16BE", "UTF-16", "UTF-32LE", "UTF-32BE")) {
            HttpReply.Received response = new HttpReply.Received(
                    200, ("[" + A + "," + B + "]").getBytes(Charset.forName(charset)), null, null, List.of());
            assertThat(SendResponseReader.read(ClientFixture.batch("a", "b"), response)).as(charset)
                    .isEqualTo(new SendResponse.Processed(BOTH));
        }
    }

    @Test
    void read_messageWithoutIdAndResultWithId_returnsUnknown() {
        List<SmsMessage> batch = List.of(new SmsMessage("text", "11987654321", null, null));
        assertThat(summary(SendResponseReader.read(batch, received(200, "[" + A + "]")))).isEqualTo("U");
    }

    @Test
    void read_idOfAnyLengthAndCharacters_isTruncatedToOneLine() {
        String id = "id\\u0009\\u000d\\u202e=1" + "x".repeat(1000);

        SendResponse response = read(200, A.replace("\"1\"", "\"" + id + "\""), "a");

        assertThat(response).isEqualTo(new SendResponse.Processed(
                List.of(SmsSendResult.accepted(5, "id =1" + "x".repeat(94) + "…", "a"))));
    }

    /** A health page or a catch-all route of a wrong address may respond like this. */
    @ParameterizedTest
    @ValueSource(strings = {
            "{\"status\":\"OK\"}", "{\"status\":\"ok\",\"code\":5}", "{\"status\":\"OK\",\"message\":\"up\"}",
            "{\"status\":\"OK\",\"id_sms\":\"\",\"correlationId\":null}", "{\"result\":{\"status\":\"OK\",\"code\":5}}" })
    void read_okWithoutIdForBatchOfOne_returnsUnknownAsForAnyBatch(String body) {
        assertThat(summary(read(200, body, "a"))).isEqualTo("Unknown");
        assertThat(summary(read(200, body, "a", "b"))).isEqualTo("Unknown");
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "{\"status\":\"OK\",\"id_sms\":7}", "{\"status\":\"OK\",\"code\":5,\"correlationId\":\"a\"}",
            "{\"result\":{\"status\":\"OK\",\"correlationId\":\"a\"}}", "[{\"status\":\"OK\",\"code\":5}]",
            "{\"result\":{\"status\":\"OK\",\"id_sms\":7,\"carrier\":{\"status\":\"up\"}}}" })
    void read_okOfTheOnlyMessage_returnsAccepted(String body) {
        assertThat(summary(read(200, body, "a"))).isEqualTo("A");
    }

    @Test
    void read_wrappedItemForBatchOfOne_usesTheItemInsteadOfTheEnvelope() {
        assertThat(read(200, "{\"status\":\"OK\",\"code\":5,\"result\":" + B + "}", "b"))
                .isEqualTo(new SendResponse.Processed(BOTH.subList(1, 2)));
    }

    @Test
    void read_envelopeWithEmptyListForBatchOfOne_returnsUnknown() {
        assertThat(summary(read(200, "{\"status\":\"OK\",\"code\":5,\"sms\":[]}", "a"))).isEqualTo("Unknown");
    }

    @Test
    void read_hugeTree_returnsUnknown() {
        assertThat(summary(read(200, "[" + "[],".repeat(1_000_000) + "0]", "a"))).isEqualTo("Unknown");
    }

    @Test
    void read_singleItemForLargerBatch_returnsUnknown() {
        assertThat(summary(read(200, A, "a", "b"))).isEqualTo("Unknown");
    }

    @Test
    void read_numericCorrelationId_isMatched() {
        assertThat(summary(read(200, "[{\"status\":\"OK\",\"code\":5,\"id_sms\":9,\"correlationId\":12345678901234567890}]",
                "12345678901234567890"))).isEqualTo("A");
    }

    @Test
    void read_latin1Body_isDecoded() {
        HttpReply.Received response = new HttpReply.Received(
                200, B.replace("INVALID_NUMBER_FORMAT", "número").getBytes(StandardCharsets.ISO_8859_1), null, null,
                List.of());

        assertThat(SendResponseReader.read(ClientFixture.batch("b"), response))
                .isEqualTo(new SendResponse.Processed(List.of(SmsSendResult.rejected(-5, "número", "b"))));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', value = {
            "{\"status\":\"OK\",\"code\":5}            | A",
            "{\"status\":\"OK\"}                       | A",
            "{\"status\":\"OK\",\"code\":0}            | A",
            "{\"code\":5}                              | A",
            "{\"code\":-5}                             | R",
            "{\"status\":\"NOK\"}                      | R",
            "{\"status\":\"NOK\",\"code\":-99}         | R",
            "{\"status\":\"NOK\",\"code\":\"429\"}     | N",
            "{\"status\":\"OK\",\"code\":-5}           | U",
            "{\"status\":\"OK\",\"code\":429}          | U",
            "{\"status\":\"NOK\",\"code\":5}           | U",
            "{\"status\":\"MAYBE\"}                    | U",
            "{\"status\":\"MAYBE\",\"code\":7}         | U",
            "{\"status\":true,\"code\":{}}             | U",
            "{\"id_sms\":\"7\"}                        | U",
            "null                                      | U",
            "\"text\"                                  | U" })
    void read_oneItem_returnsOutcomeByStatusAndCode(String item, String outcome) {
        assertThat(summary(read(200, "[" + item + "," + A.replace("\"correlationId\":\"a\"", "\"x\":1") + "]", "a", "b")))
                .isEqualTo(outcome + "A");
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "{\"status\":\"NOK\",\"code\":429,\"message\":\"too many\"}", "{\"code\":\"429\"}",
            "[{\"status\":\"NOK\",\"code\":429,\"message\":\"too many\"}]", "{\"error\":{\"code\":429}}",
            "{\"errors\":[{\"code\":429}]}", "{\"code\":429,\"sms\":[]}", "{\"response\":{\"error\":{\"code\":429}}}",
            "[{\"code\":429,\"correlationId\":\"a\"},{\"code\":429,\"correlationId\":\"b\"}]",
            "{\"code\":429,\"errors\":[\"too many\"]}", "{\"code\":429,\"errors\":[{\"code\":\"RATE\"}]}" })
    void read_throttledInBody_returnsThrottledWithRetryAfter(String body) {
        assertThat(read(200, body, "a", "b")).isInstanceOfSatisfying(
                SendResponse.Throttled.class, it -> assertThat(it.retryAfter()).isEqualTo(Duration.ofSeconds(3)));
    }

    @ParameterizedTest
    @ValueSource(ints = { 400, 401, 403, 404, 405, 413, 415, 422 })
    void read_refusalWithCode429_returnsThrottledWithRetryAfter(int status) {
        for (String body : List.of(
                "{\"status\":\"NOK\",\"code\":429,\"message\":\"too many\"}", "{\"error\":{\"code\":\"429\"}}",
                "[{\"code\":429,\"correlationId\":\"a\"},{\"code\":429,\"correlationId\":\"b\"}]")) {
            assertThat(read(status, body, "a", "b")).as(body).isEqualTo(new SendResponse.Throttled(
                    Duration.ofSeconds(3), "too many requests (code 429 in the response)"));
        }
    }

    /** An envelope without results has the same meaning for a probe with one message as for a full request. */
    @ParameterizedTest
    @ValueSource(strings = {
            "{\"status\":\"NOK\",\"code\":500,\"message\":\"internal error\"}", "{\"status\":\"NOK\",\"code\":-20}",
            "[{\"status\":\"NOK\",\"code\":\"500\"}]", "{\"errors\":[{\"status\":\"NOK\",\"code\":-20}]}",
            "{\"error\":{\"status\":\"NOK\",\"code\":400}}", "{\"status\":\"NOK\"}",
            "{\"status\":\"OK\",\"code\":5,\"result\":{\"status\":\"NOK\",\"code\":-20}}" })
    void read_refusalWithoutIdForBatchOfOne_returnsUnknownAsForAnyBatch(String body) {
        assertThat(summary(read(200, body, "a", "b"))).isIn("Unknown", "UU");
        assertThat(read(200, body, "a")).isInstanceOfSatisfying(
                SendResponse.Unknown.class,
                it -> assertThat(it.reason()).startsWith("the response has no results for the messages"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', value = {
            "{\"status\":\"NOK\",\"code\":-20,\"correlationId\":\"a\"}   | R",
            "[{\"status\":\"NOK\",\"code\":400,\"correlationId\":\"a\"}] | R",
            "{\"status\":\"NOK\",\"code\":-5}                            | R",
            "[{\"code\":-5}]                                           | R",
            "{\"status\":\"NOK\",\"code\":500,\"correlationId\":\"a\"}   | U",
            "[{\"status\":\"NOK\",\"code\":599,\"correlationId\":\"a\"}] | U" })
    void read_refusalOfOneMessage_returnsItsResult(String body, String outcome) {
        assertThat(summary(read(200, body, "a"))).isEqualTo(outcome);
    }

    @Test
    void read_serverErrorForEachMessage_returnsUnknownWithItsReason() {
        String item = "{\"status\":\"NOK\",\"code\":503,\"message\":\"no route\",\"correlationId\":\"a\"}";
        assertThat(read(200, "[" + item + "," + item.replace("\"a\"", "\"b\"") + "]", "a", "b"))
                .isEqualTo(new SendResponse.Processed(
                        List.of(
                                SmsSendResult.unknown(503, "the service failed with code 503: no route", "a"),
                                SmsSendResult.unknown(503, "the service failed with code 503: no route", "b"))));
    }

    @Test
    void read_someItemsThrottled_returnsNotSentWithCodeForThose() {
        SendResponse response = read(200, "[" + A + ",{\"status\":\"NOK\",\"code\":429,\"correlationId\":\"b\"}]", "a", "b");

        assertThat(response).isEqualTo(new SendResponse.Processed(
                List.of(
                        BOTH.get(0), SmsSendResult.notSent(429, "too many requests", "b")),
                true, Duration.ofSeconds(3)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', value = {
            "{\"status\":\"NOK\",\"code\":401}                    | Unauthorized",
            "{\"status\":\"NOK\",\"code\":\"403\"}                | Unauthorized",
            "[{\"status\":\"NOK\",\"code\":401}]                  | Unauthorized",
            "[{\"code\":401,\"status\":\"NOK\"},{\"code\":401,\"status\":\"NOK\"}] | Unauthorized",
            "{\"status\":\"NOK\",\"code\":-20}                    | Unknown",
            "{\"status\":\"OK\",\"code\":5}                       | Unknown",
            "{\"a\":[{\"code\":5}],\"b\":[{\"code\":-5}]}         | Unknown",
            "[]                                                   | Unknown",
            "{}                                                   | Unknown",
            "[1,2]                                                | Unknown" })
    void read_noResultsPerMessage_derivesTheOutcomeFromTheBody(String body, String kind) {
        assertThat(summary(read(200, body, "a", "b"))).isEqualTo(kind);
    }

    @ParameterizedTest
    @ValueSource(ints = { 400, 401, 403, 404, 422 })
    void read_errorStatusWithAcceptedMessage_returnsAccepted(int status) {
        assertThat(read(status, "[" + A + "," + B + "]", "a", "b")).isEqualTo(new SendResponse.Processed(BOTH));
    }

    @Test
    void read_status429WithAcceptedMessage_returnsAcceptedAndThrottled() {
        assertThat(read(429, "[" + A + "," + B + "]", "a", "b"))
                .isEqualTo(new SendResponse.Processed(BOTH, true, Duration.ofSeconds(3)));
    }

    static Stream<Arguments> contradictingThrottled() {
        return Stream.of(
                Arguments.of(429, "{\"a\":[<A>],\"b\":[<B>]}", "Unknown"), Arguments.of(429, "[<A>", "Unknown"),
                Arguments.of(429, "[{\"status\":\"ok\"}] x", "Unknown"),
                Arguments.of(429, "[{\"status\":\" OK \"}] x", "Unknown"),
                Arguments.of(429, "[{\"id_sms\":\"7\"}] x", "Unknown"), Arguments.of(429, "[{\"id_sms\":7}] x", "Unknown"),
                Arguments.of(200, "{\"code\":429,\"a\":[<A>],\"b\":[<B>]}", "Unknown"),
                Arguments.of(200, "{\"a\":[<A>],\"b\":[{\"code\":429}]}", "Unknown"),
                Arguments.of(500, "{\"status\":\"NOK\",\"code\":429}", "Unknown"),
                Arguments.of(200, "{\"status\":\"NOK\",\"code\":429,\"sms\":[<A>,<B>]}", "AR"),
                Arguments.of(200, "[<A>,{\"status\":\"OK\",\"code\":429,\"correlationId\":\"b\"}]", "AU"),
                Arguments.of(200, "[<A>,<B>,{\"status\":\"NOK\",\"code\":429,\"correlationId\":\"c\"}]", "AR"),
                Arguments.of(429, "[<A>,<B>,<A>,<B>]", "AR"));
    }

    @ParameterizedTest
    @MethodSource("contradictingThrottled")
    void read_code429InAContradictingResponse_isThrottled(int status, String body, String outcome) {
        SendResponse response = read(status, body.replace("<A>", A).replace("<B>", B), "a", "b");
        assertThat(summary(response)).isEqualTo(outcome);
        assertThat(response.toString()).contains("isThrottled=true, retryAfter=PT3S");
    }

    /** What a response says about some messages does not decide about the messages that it omits. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', value = {
            "[<b 429>]                                              | UN",
            "{\"status\":\"OK\",\"code\":5,\"results\":[<b 429>]}       | UN",
            "{\"code\":429,\"results\":[<b 429>]}                   | UN",
            "[<x 429>]                                              | UU",
            "[<x 429>,<b 429>]                                      | UN",
            "[{\"code\":429},<b 429>]                               | UN",
            "[{\"code\":429},{\"code\":500}]                        | NU",
            "[{\"status\":\"NOK\",\"code\":429},{}]                 | NU",
            "<b 429>                                                | Unknown",
            "{\"b\":<b 429>}                                        | Unknown",
            "{\"status\":\"OK\",\"code\":5,\"errors\":[{\"code\":429}]} | UU",
            "[<b 401>]                                              | UR",
            "{\"status\":\"OK\",\"code\":5,\"results\":[<b 403>]}       | UR",
            "[<x 401>]                                              | UU",
            "<b 401>                                                | Unknown",
            "{\"status\":\"OK\",\"code\":5,\"error\":<b 401>}           | Unknown",
            "[<b 429>,<a 429>]                                      | Throttled",
            "[<a 429>,<b 429>,<x 429>]                              | Throttled",
            "{\"status\":\"OK\",\"code\":5,\"sms\":[<a 429>,<b 429>]}   | Throttled",
            "{\"status\":\"OK\",\"code\":5,\"sms\":[<a 401>,<b 403>]}   | Unauthorized" })
    void read_throttledOrUnauthorizedMessages_areNotDecisiveForOthers(String body, String outcome) {
        String filled = body.replaceAll("<(.) (\\d+)>", "{\"correlationId\":\"$1\",\"status\":\"NOK\",\"code\":$2}");
        SendResponse response = read(200, filled, "a", "b");
        assertThat(summary(response)).isEqualTo(outcome);
        assertThat(response.toString().contains("isThrottled=true"))
                .isEqualTo(body.contains("429") && !outcome.equals("Throttled"));
    }

    /** A refusal that contradicts itself may be that of an accepted message. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', value = {
            "200 | [{<ok>,\"code\":429,<a>}]                                     | U       | UU",
            "200 | {<ok>,\"code\":429}                                           | Unknown | Unknown",
            "200 | [{<ok>,\"code\":429,<a>},{<ok>,\"code\":429,<b>}]             | U       | UU",
            "200 | {\"code\":429,\"sms\":[{<a>,\"status\":\"WAIT\"}]}              | U       | UU",
            "200 | {\"code\":429,\"sms\":[{<ok>,\"code\":-5}]}                     | U       | UU",
            "200 | {\"code\":429,\"sms\":[{<nok>,\"code\":5}]}                     | U       | UU",
            "200 | {\"code\":401,\"sms\":[{<ok>,\"code\":401}]}                    | U       | UU",
            "200 | {<ok>,\"code\":401}                                           | Unknown | Unknown",
            "200 | {\"a\":{<nok>,\"code\":429},\"b\":{<ok>,\"code\":5}}            | Unknown | Unknown",
            "200 | {\"code\":429,\"sms\":{\"b\":{<ok>,\"code\":5}}}                | Unknown | Unknown",
            "200 | {\"a\":{<ok>,\"code\":5},\"x\":[{\"code\":429}]}              | Unknown | UU",
            "200 | {\"x\":[{\"code\":429}],\"a\":{<ok>,\"code\":5}}              | Unknown | Unknown",
            "429 | {<ok>,\"code\":429}                                           | Unknown | Unknown",
            "429 | {<ok>,\"code\":5,\"sms\":[]}                                  | Unknown | Unknown",
            "401 | {<ok>,\"code\":5,\"sms\":[\"a\"]}                             | Unknown | Unknown",
            "400 | {\"code\":5,\"sms\":[]}                                       | Unknown | Unknown",
            "400 | {<ok>,\"code\":429}                                          | Unknown | Unknown",
            "403 | {\"code\":429,\"sms\":{\"b\":{<ok>,\"code\":5}}}               | Unknown | Unknown",
            "400 | [{<nok>,\"code\":5,<a>}]                                      | U       | UU",
            "404 | {\"a\":{<ok>,\"code\":5},\"b\":{<ok>,\"code\":5}}             | Unknown | Unknown" })
    void read_contradictingRefusal_isNotBelieved(int status, String body, String ofOne, String ofTwo) {
        String filled = body.replaceAll("<([ab])>", "\"correlationId\":\"$1\"").replace("<ok>", "\"status\":\"OK\"")
                .replace("<nok>", "\"status\":\"NOK\"");
        assertThat(summary(read(status, filled, "a"))).isEqualTo(ofOne);
        assertThat(summary(read(status, filled, "a", "b"))).isEqualTo(ofTwo);
        assertThat(read(status, filled, "a", "b").toString().contains("isThrottled=true"))
                .isEqualTo(status == 429 || body.contains("429"));
    }

    /** An id, or a status that occurs twice, contradicts the refusal of a message. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', value = {
            "<nok>,\"code\":429,\"id_sms\":\"7\"                  | U",
            "<nok>,\"code\":401,\"id_sms\":\"7\"                  | U",
            "<nok>,\"code\":-20,\"id_sms\":\"7\"                  | U",
            "<nok>,\"code\":-5,\"id_sms\":\"7\"                   | R",
            "<nok>,\"code\":429,\"id_sms\":\"\"                   | N",
            "\"status\":\"OK\",\"code\":5,<nok>,\"code\":429      | U",
            "\"status\":\"OK\",\"code\":5,<nok>,\"code\":-5       | U",
            "<nok>,\"code\":429,\"STATUS\":\"OK\"                 | U",
            "<nok>,\"code\":5,\"code\":429                        | U",
            "<nok>,\"code\":429,\"code\":429                      | N",
            "<nok>,\"code\":429,\"Code\":5                        | U" })
    void read_contradictingItem_isNotBelieved(String fields, String outcome) {
        String item = "{" + fields.replace("<nok>", "\"status\":\"NOK\"") + ",\"correlationId\":\"b\"}";
        assertThat(summary(read(200, "[" + A + "," + item + "]", "a", "b"))).isEqualTo("A" + outcome);
        String alone = summary(read(200, item, "b"));
        assertThat(alone).isEqualTo(outcome.equals("N") ? "Throttled" : outcome);
    }

    /** An object around the results is their envelope, not a result. */
    @Test
    void read_throttledItemInAnInnerEnvelope_isNotSent() {
        String items = "[" + A + ",{\"status\":\"NOK\",\"code\":429,\"correlationId\":\"b\"}]";
        assertThat(summary(read(200, "{\"data\":{\"status\":\"OK\",\"code\":5,\"sms\":" + items + "}}", "a", "b")))
                .isEqualTo("AN");
    }

    @ParameterizedTest
    @CsvSource({ "429,Throttled", "401,Unauthorized", "403,Unauthorized", "400,NotUnderstood", "500,Unknown", "302,Unknown" })
    void read_errorStatusWithErrorBody_usesTheStatus(int status, String kind) {
        assertThat(summary(read(status, "{\"status\":\"NOK\",\"code\":-5,\"message\":\"x\"}", "a"))).isEqualTo(kind);
    }

    @Test
    void read_serverErrorWithAcceptedMessages_returnsUnknown() {
        assertThat(summary(read(500, "[" + A + "]", "a"))).isEqualTo("Unknown");
    }

    @Test
    void read_errorWithNumbers_masksThem() {
        SendResponse response = read(400, "{\"code\":400,\"message\":\"bad number 11987654320\"}", "a");

        assertThat(((SendResponse.NotUnderstood) response).reason()).endsWith(": bad number ****");
    }

    @Test
    void write_unpairedSurrogate_doesNotFail() throws IOException {
        byte[] json = EntityUtils.toByteArray(SendRequestWriter.write(List.of(SmsMessage.of("x\uD83D", "1187654321"))));

        assertThat(new String(json, StandardCharsets.UTF_8)).contains("\"messageText\":\"x?\"");
    }
}
