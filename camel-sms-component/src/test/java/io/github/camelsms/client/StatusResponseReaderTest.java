package io.github.camelsms.client;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

import io.github.camelsms.client.StatusResponse.Kind;
import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsStatus;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class StatusResponseReaderTest {

    private static final String ITEM
            = "{\"correlationId\":\"a\",\"destination\":\"11987654321\",\"sentDate\":\"2026-01-02 00:04:05-03\","
              + "\"unixSentDate\":\"1767323045\",\"status\":\"DELIVERED\"}";
    private static final SmsStatus STATUS = new SmsStatus(
            "a", "11987654321", Instant.ofEpochSecond(1767323045), SmsDeliveryStatus.DELIVERED, "DELIVERED");

    private static StatusPage read(int status, String body) {
        return StatusResponseReader.read(
                new HttpReply.Received(status, body.getBytes(StandardCharsets.UTF_8), "text/plain", null, List.of()));
    }

    private static List<SmsStatus> statuses(String body) {
        StatusPage page = read(200, body);
        assertThat(page).isInstanceOf(StatusPage.Block.class);
        return ((StatusPage.Block) page).statuses();
    }

    private static StatusResponse.Failed failure(int status, String body) {
        StatusPage page = read(status, body);
        assertThat(page).isInstanceOf(StatusResponse.Failed.class);
        return (StatusResponse.Failed) page;
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "[{}]", "\uFEFF[{}]", "{\"status\":\"OK\",\"code\":5,\"message\":\"REQUIRED_OK\",\"sent_status\":[{}]}",
            "{\"sent_status\":[{}],\"other\":[{\"id\":7}]}", "{\"SENT_STATUS\":[{}]}", "{\"statuses\":[{}],\"errors\":[]}",
            "{\"a\":{\"b\":{\"c\":[{}]}}}", "{\"sent_status\":{}}", "{}", "{\"response\":{\"sent_status\":[{}]}}" })
    void read_anyEnvelope_returnsTheItems(String envelope) {
        assertThat(statuses(envelope.replace("{}", ITEM))).containsExactly(STATUS);
    }

    /** The service returns a status only once, so a response of which only a part can be read is kept. */
    @ParameterizedTest
    @ValueSource(strings = {
            "{\"status\":\"OK\",\"code\":5,\"sent_status\":[<a>],\"sent_status\":[<b>]}",
            "{\"sent_status\":[<a>],\"sent_status\":[]}", "{\"sent_status\":[<a>],\"SENT_STATUS\":[<b>]}",
            "{\"sent_status\":[<a>],\"other\":[<b>]}", "{\"sent_status\":[<a>],\"other\":{\"x\":<b>}}",
            "[<a>,[<b>]]", "[<a>,{\"items\":[<b>]}]", "[<a>,{\"next\":\"?page=2\",\"items\":[<b>]}]",
            "[<a>,{\"correlationId\":\"x\",\"status\":\"EXPIRED\",\"history\":[<b>]}]",
            "{\"status\":\"NOK\",\"code\":-20,\"sent_status\":[<a>],\"other\":[<b>]}",
            "{\"sent_status\":[{\"correlationId\":\"x\",\"status\":\"EXPIRED\"}],\"sent_status\":[]}",
            "[{\"status\":\"DELIVERED\",\"status\":\"SENT\"}]" })
    void read_statusesBesideTheItems_keepsTheResponse(String body) {
        String filled = body.replace("<a>", ITEM).replace("<b>", ITEM.replace("\"a\"", "\"b\""));
        StatusResponse.Failed failed = failure(200, filled);
        assertThat(failed.kind()).isEqualTo(Kind.UNRECOGNIZED);
        assertThat(failed.unrecognizedResponse()).isEqualTo(filled);
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "[]", "{\"status\":\"OK\",\"code\":6,\"message\":\"nothing\"}", "{\"code\":\"6\"}", "{\"sent_status\":[]}",
            "{\"status\":\"OK\",\"code\":5,\"sent_status\":[]}", "{\"data\":{\"statuses\":[]}}",
            "{\"status\":\"OK\",\"code\":6,\"destination\":\"11987654321\"}" })
    void read_emptyList_returnsAnEmptyBlock(String body) {
        assertThat(statuses(body)).isEmpty();
    }

    @Test
    void read_statusesInsideAnItem_areItsDetails() {
        String details = ",\"history\":[{\"status\":\"SENT\"}]}";
        assertThat(statuses("[" + ITEM.replace("}", details) + "," + ITEM + "]")).containsExactly(STATUS, STATUS);
        assertThat(statuses("{\"sent_status\":" + ITEM.replace("}", details) + "}")).containsExactly(STATUS);
    }

    @Test
    void read_noContent_returnsAnEmptyBlock() {
        assertThat(read(204, "")).isInstanceOfSatisfying(
                StatusPage.Block.class, block -> assertThat(block.statuses()).isEmpty());
    }

    @Test
    void read_oneItemUnreadable_returnsTheOthers() {
        assertThat(statuses(
                "[" + ITEM + ",null,\"x\",{\"correlationId\":\"b\",\"status\":\"TELEPORTED\",\"unixSentDate\":\"soon\"},7]"))
                .containsExactly(
                        STATUS, new SmsStatus(null, null, null, SmsDeliveryStatus.OTHER, null),
                        new SmsStatus(null, null, null, SmsDeliveryStatus.OTHER, null),
                        new SmsStatus("b", null, null, SmsDeliveryStatus.OTHER, "TELEPORTED"),
                        new SmsStatus(null, null, null, SmsDeliveryStatus.OTHER, null));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", value = {
            "{'unixSentDate':'1767323045'}                                       | 2026-01-02T03:04:05Z",
            "{'unixSentDate':1767323045}                                         | 2026-01-02T03:04:05Z",
            "{'unixSentDate':'x','sentDate':'2026-01-02 00:04:05-03'}            | 2026-01-02T03:04:05Z",
            "{'sentDate':'2026-01-02 00:04:05-0300'}                             | 2026-01-02T03:04:05Z",
            "{'sentDate':'2026-01-02 00:04:05-03:00'}                            | 2026-01-02T03:04:05Z",
            "{'sentDate':'2026-01-02T00:04:05-03'}                               | 2026-01-02T03:04:05Z",
            "{'sentDate':'2026-01-02t00:04:05-03'}                               | 2026-01-02T03:04:05Z",
            "{'sentDate':'2026-01-02 03:04:05Z'}                                 | 2026-01-02T03:04:05Z",
            "{'sentDate':'2026-01-02 00:04:05.250-03'}                           | 2026-01-02T03:04:05.250Z",
            "{'sentDate':'2026-01-02 00:04:05 -0330'}                            | 2026-01-02T03:34:05Z",
            "{'sentDate':'2026-01-02 00:04:05'}                                  | -",
            "{'sentDate':'2026-13-02 00:04:05-03'}                               | -",
            "{'sentDate':'+999999999-01-01 00:00:00-03'}                         | -",
            "{'sentDate':'+5139-01-01 00:00:00-03'}                              | -",
            "{'sentDate':'0026-01-02 00:04:05-03'}                               | -",
            "{'unixSentDate':'999999999999'}                                     | -",
            "{'unixSentDate':0,'sentDate':'2026-01-02 00:04:05-03'}              | 2026-01-02T03:04:05Z",
            "{'sentDate':'yesterday'}                                            | -" },
               quoteCharacter = '"')
    void read_sentDateInAnyFormat_isParsed(String fields, @Nullable Instant expected) {
        String item = fields.replace('\'', '"').replaceFirst("}$", ",\"status\":\"SENT\"}");

        assertThat(statuses("[" + item + "]")).extracting(SmsStatus::sentDate).containsExactly(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', value = {
            "200 | {\"status\":\"NOK\",\"code\":-20,\"message\":\"bad date\"} | REJECTED     | -20",
            "200 | {\"code\":\"-20\"}                                          | REJECTED     | -20",
            "400 | {\"status\":\"NOK\",\"code\":-20}                           | REJECTED     | -20",
            "404 | <html>                                                      | REJECTED     | 404",
            "200 | {\"status\":\"NOK\",\"code\":401}                           | UNAUTHORIZED | 401",
            "200 | [{\"status\":\"NOK\",\"code\":429}]                         | THROTTLED    | 429",
            "400 | {\"status\":\"NOK\",\"code\":429}                           | THROTTLED    | 429",
            "403 | {\"error\":{\"code\":429}}                                  | THROTTLED    | 429",
            "429 | <html>                                                      | THROTTLED    | 429",
            "403 | {}                                                          | UNAUTHORIZED | 403",
            "200 | {\"status\":\"OK\",\"code\":5}                              | UNRECOGNIZED | 200",
            "200 | {}                                                          | UNRECOGNIZED | 200",
            "200 | [1,2]                                                       | UNRECOGNIZED | 200",
            "200 | {\"x\":[{\"y\":1}]}                                         | UNRECOGNIZED | 200",
            "200 | <html>                                                      | UNRECOGNIZED | 200",
            "500 | {\"status\":\"NOK\",\"code\":-20}                           | UNRECOGNIZED | 500",
            "302 | x                                                           | UNRECOGNIZED | 302" })
    void read_failure_returnsItsKindAndCode(int status, String body, Kind kind, int code) {
        StatusResponse.Failed failed = failure(status, body);

        assertThat(failed.kind()).isEqualTo(kind);
        assertThat(failed.code()).isEqualTo(code);
        assertThat(failed.unrecognizedResponse()).isEqualTo(kind == Kind.UNRECOGNIZED ? body : null);
    }

    @Test
    void read_twoListsOfStatuses_isUnrecognizedAndKept() {
        String body = "{\"sent\":[" + ITEM + "],\"failed\":[" + ITEM + "]}";

        StatusResponse.Failed failed = failure(200, body);

        assertThat(failed.kind()).isEqualTo(Kind.UNRECOGNIZED);
        assertThat(failed.unrecognizedResponse()).isEqualTo(body);
        assertThat(failed.toString()).doesNotContain("1198765");
    }

    @Test
    void read_errorWithStatuses_isRejectedWithThem() {
        assertThat(failure(200, "{\"status\":\"NOK\",\"code\":-20,\"sent_status\":[" + ITEM + "]}").readSoFar())
                .containsExactly(STATUS);
    }
}
