package io.github.camelsms;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.observe.KeptResponses;
import io.github.camelsms.simulator.Fault;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;

import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.console.DevConsole;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.util.json.JsonObject;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the dev console in both formats.
 */
class SmsDevConsoleTest extends SmsRouteTestSupport {

    private static final String GOOD = "11987654321";

    @Test
    void console_afterSending_showsCountsPaceAndRequests() throws Exception {
        send(IntStream.range(0, 5).mapToObj(i -> message("m" + i, GOOD)).toList());
        send(List.of(message("bad", "123")));
        JsonNode account = json().get("accounts").get(0);
        assertThat(account.get("account").asText()).isEqualTo("demo@" + simulator.baseUrl().replace("http://", ""));
        assertThat(account.get("sending").asText()).isEqualTo("RUNNING");
        assertThat(account.get("trouble").isNull()).isTrue();
        assertThat(account.at("/messages/accepted").asInt()).isEqualTo(5);
        assertThat(account.at("/messages/rejected").asInt()).isEqualTo(1);
        assertThat(account.at("/messages/rejectedByReason").size()).isEqualTo(1);
        assertThat(account.at("/requests/byResult/PROCESSED").asInt()).isEqualTo(account.at("/requests/ended").asInt())
                .isPositive();
        assertThat(account.at("/queue/pending").asInt()).isZero();
        assertThat(account.at("/queue/bound").asInt()).isEqualTo(10_000);
        assertThat(account.at("/slot/batchSize").asInt()).isEqualTo(200);
        assertThat(account.at("/slot/messagesPerSecondAllowed").asDouble()).isEqualTo(200_000.0);
        assertThat(account.at("/lastRequests/0/result").asText()).isEqualTo("PROCESSED");
        assertThat(account.at("/lastErrors").size()).isZero();
    }

    @Test
    void console_afterFailures_listsThemWithoutSecrets() throws Exception {
        simulator.failNext(Fault.httpStatus(500));
        send(message("m1", GOOD));
        JsonNode account = json().get("accounts").get(0);
        assertThat(account.at("/messages/unknown").asInt()).isEqualTo(1);
        assertThat(account.at("/lastErrors/0/kind").asText()).isEqualTo("UNKNOWN");
        assertThat(account.at("/lastErrors/0/reason").asText()).contains("500");
        assertThat(account.toString() + text()).doesNotContain("secret-1", GOOD, "a text of it");
    }

    @Test
    void console_statusesPolled_countsThem() throws Exception {
        send(message("m1", GOOD));
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("sms:status?delay=10&initialDelay=0").to("mock:statuses");
            }
        });
        await().until(() -> json().at("/accounts/0/statuses/lastPoll").isTextual() && polled() > 0);
        assertThat(json().at("/accounts/0/statuses/failedPolls").asInt()).isZero();
    }

    @Test
    void console_keptResponses_showsThemWithoutContent() throws Exception {
        KeptResponses responses = component.accounts().all().get(0).statuses().responses();
        for (int i = 0; i < 99; i++) {
            responses.add("to " + GOOD, "not readable");
        }
        assertThat(json().at("/accounts/0/statuses/pollingPaused").asBoolean()).isFalse();
        assertThat(text()).contains("  keptResponses: \n    number=1, ");
        responses.add("to " + GOOD, "not readable");
        JsonNode account = json().at("/accounts/0");
        assertThat(account.at("/statuses/pollingPaused").asBoolean()).isTrue();
        assertThat(account.at("/keptResponses").size()).isEqualTo(100);
        assertThat(account.at("/keptResponses/0/number").asInt()).isEqualTo(1);
        assertThat(account.at("/keptResponses/0/bytes").asInt()).isEqualTo(14);
        assertThat(account.at("/keptResponses/0/cut").asBoolean()).isFalse();
        assertThat(account.at("/keptResponses/0/reason").asText()).isEqualTo("not readable");
        assertThat(text()).contains("pollingPaused=true", "bytes=14, cut=false, reason=not readable");
        assertThat(account.toString() + text()).doesNotContain(GOOD);
    }

    @Test
    void console_suspended_showsTheState() throws Exception {
        component.suspendSending();
        send("sms:send?deliveryTimeout=1", message("m1", GOOD));
        assertThat(json().at("/accounts/0/sending").asText()).isEqualTo("SUSPENDED");
        assertThat(json().at("/accounts/0/messages/notSent").asInt()).isEqualTo(1);
    }

    @Test
    void console_asText_isReadable() {
        send(message("m1", GOOD));
        assertThat(text().lines()).anyMatch(line -> line.startsWith("account: demo@"))
                .anyMatch(line -> line.equals("  sending: RUNNING")).anyMatch(line -> line.contains("accepted=1, rejected=0"))
                .anyMatch(line -> line.contains("result=PROCESSED, messages=1"));
    }

    private long polled() throws Exception {
        long sum = 0;
        for (JsonNode count : json().at("/accounts/0/statuses/byStatus")) {
            sum += count.asLong();
        }
        return sum;
    }

    private void send(String uri, SmsMessage message) {
        send(uri, exchange -> exchange.getMessage().setBody(message));
    }

    private static SmsMessage message(String id, String destination) {
        return new SmsMessage("a text of it", destination, id, null);
    }

    private JsonNode json() throws Exception {
        Object response = console().call(DevConsole.MediaType.JSON, Map.of());
        return new ObjectMapper().readTree(((JsonObject) response).toJson());
    }

    private String text() {
        return (String) console().call(DevConsole.MediaType.TEXT, Map.of());
    }

    private DevConsole console() {
        DevConsole console = PluginHelper.getDevConsoleResolver(context).resolveDevConsole("sms");
        assertThat(console).isInstanceOf(SmsDevConsole.class);
        return console;
    }

    private static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(10));
    }
}
