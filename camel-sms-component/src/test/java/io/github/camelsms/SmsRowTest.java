package io.github.camelsms;

import java.util.Iterator;
import java.util.List;
import java.util.Map;

import io.github.camelsms.model.SmsOrigin;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import org.junit.jupiter.api.Test;

import org.apache.camel.builder.RouteBuilder;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for rows of a file: one result for each, in their order, with number, file and line.
 */
class SmsRowTest extends SmsRouteTestSupport {

    private static final String NUMBER = "11987654321";

    @Override
    protected RouteBuilder routes() {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:send").to("sms:send");
                from("direct:split").to("sms:send?longMessage=split");
            }
        };
    }

    private static SmsRow row(int line, String number, String text) {
        return new SmsRow(
                Map.of("destination", number, "messageText", text, "correlationId", "id-" + line),
                new SmsOrigin("a.csv", line), null);
    }

    private static SmsRow unreadable(int line) {
        return new SmsRow(Map.of("correlationId", "id-" + line), new SmsOrigin("a.csv", line), "it has 3 columns instead of 2");
    }

    private List<SmsSendResult> send(String to, Object body) {
        return List.of(template.requestBody(to, body, SmsSendResult[].class));
    }

    @Test
    void send_rowsOfWhichSomeCannotBeSent_returnsOneResultForEachInOrder() {
        Iterator<SmsRow> rows = List.of(
                row(2, NUMBER, "Hi"), unreadable(3), row(4, "123", "Hi"), row(5, "+55 11 98765-4322", "Hi")).iterator();

        List<SmsSendResult> results = send("direct:send", rows);

        assertThat(results).extracting(SmsSendResult::outcome).containsExactly(
                SmsOutcome.ACCEPTED, SmsOutcome.REJECTED, SmsOutcome.REJECTED, SmsOutcome.ACCEPTED);
        assertThat(results).extracting(SmsSendResult::origin).extracting(SmsOrigin::line).containsExactly(2, 3, 4, 5);
        assertThat(results).extracting(SmsSendResult::destination).containsExactly(NUMBER, null, "123", "11987654322");
        assertThat(results).extracting(SmsSendResult::correlationId).containsExactly("id-2", "id-3", "id-4", "id-5");
        assertThat(results.get(1).reason()).isEqualTo("it has 3 columns instead of 2");
    }

    @Test
    void send_firstRowUnreadable_doesNotFailTheExchange() {
        assertThat(send("direct:send", List.of(unreadable(2), row(3, NUMBER, "Hi")))).extracting(SmsSendResult::outcome)
                .containsExactly(SmsOutcome.REJECTED, SmsOutcome.ACCEPTED);
    }

    @Test
    void send_splitMessage_returnsTheOriginOfTheRow() {
        SmsSendResult result = send("direct:split", List.of(row(2, NUMBER, "word ".repeat(60)))).get(0);

        assertThat(result.outcome()).isEqualTo(SmsOutcome.ACCEPTED);
        assertThat(result.origin()).isEqualTo(new SmsOrigin("a.csv", 2));
        assertThat(result.destination()).isEqualTo(NUMBER);
    }

    @Test
    void send_oneRow_returnsItsResult() {
        SmsSendResult sent = template.requestBody("direct:send", row(2, NUMBER, "Hi"), SmsSendResult.class);
        SmsSendResult rejected = template.requestBody("direct:send", unreadable(3), SmsSendResult.class);

        assertThat(sent.outcome()).isEqualTo(SmsOutcome.ACCEPTED);
        assertThat(sent.origin()).isEqualTo(new SmsOrigin("a.csv", 2));
        assertThat(rejected.outcome()).isEqualTo(SmsOutcome.REJECTED);
        assertThat(rejected.origin()).isEqualTo(new SmsOrigin("a.csv", 3));
    }

    @Test
    void send_textInsteadOfANumber_isNotKept() {
        SmsRow swapped = new SmsRow(
                Map.of("destination", "x".repeat(51), "messageText", NUMBER), new SmsOrigin("a.csv", 2), null);

        assertThat(send("direct:send", List.of(swapped)).get(0).destination()).isNull();
    }

    @Test
    void toString_row_showsNoValues() {
        assertThat(row(2, NUMBER, "secret").toString()).doesNotContain(NUMBER, "secret").contains("a.csv");
    }
}
