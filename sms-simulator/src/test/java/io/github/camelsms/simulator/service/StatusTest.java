package io.github.camelsms.simulator.service;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

import io.github.camelsms.simulator.DateMeaning;
import io.github.camelsms.simulator.Fault;
import io.github.camelsms.simulator.LinkForm;
import io.github.camelsms.simulator.MessageStatus;
import io.github.camelsms.simulator.ScheduledDates;
import io.github.camelsms.simulator.ServiceClient;
import io.github.camelsms.simulator.SettableClock;
import io.github.camelsms.simulator.SmsSimulator;
import io.github.camelsms.simulator.SmsSimulatorBuilder;
import io.github.camelsms.simulator.StatusEnvelope;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import wiremock.com.fasterxml.jackson.databind.JsonNode;

import static io.github.camelsms.simulator.ServiceClient.json;
import static io.github.camelsms.simulator.ServiceClient.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class StatusTest {

    /** 22:30 of 3 May in São Paulo. */
    private static final Instant START = Instant.parse("2026-05-04T01:30:00Z");
    private static final String THAT_DAY = "/v1/status/date?date=" + START.getEpochSecond();

    private final SettableClock clock = new SettableClock(START);
    private SmsSimulator simulator = SmsSimulator.builder().build();
    private ServiceClient client = new ServiceClient(simulator);

    @AfterEach
    void stop() {
        simulator.close();
    }

    @Test
    void status_newMessage_isReportedOnceAsSent() throws Exception {
        start(UnaryOperator.identity());
        client.send(message("a"));

        JsonNode first = json(client.get("/v1/status"));
        JsonNode second = json(client.get("/v1/status"));

        JsonNode item = first.path("sent_status").path(0);
        assertThat(item.path("correlationId").asText()).isEqualTo("a");
        assertThat(item.path("destination").asText()).isEqualTo("11987654321");
        assertThat(item.path("sentDate").asText()).isEqualTo("2026-05-03 22:30:00-03");
        assertThat(item.path("unixSentDate").isTextual()).isTrue();
        assertThat(item.path("unixSentDate").asText()).isEqualTo(Long.toString(START.getEpochSecond()));
        assertThat(item.path("status").asText()).isEqualTo("SENT");
        assertThat(first.path("sent_status")).hasSize(1);
        assertThat(second.path("code").asInt()).isEqualTo(6);
        assertThat(second.has("sent_status")).isFalse();
    }

    @Test
    void status_finalStatusReached_isReportedOnce() throws Exception {
        start(builder -> builder.everyStatus(MessageStatus.DELIVERED));
        client.send(message("a"));
        client.get("/v1/status");

        clock.advance(Duration.ofMillis(1400));
        JsonNode tooEarly = json(client.get("/v1/status"));
        clock.advance(Duration.ofMillis(1200));
        JsonNode delivered = json(client.get("/v1/status"));

        assertThat(tooEarly.path("code").asInt()).isEqualTo(6);
        assertThat(delivered.findValuesAsText("status")).containsExactly("OK", "DELIVERED");
        assertThat(json(client.get("/v1/status")).path("code").asInt()).isEqualTo(6);
    }

    /** The carrier gets it immediately. */
    @Test
    void status_scheduledInThePast_isFinalAfterTheUsualDelay() throws Exception {
        start(builder -> builder.everyStatus(MessageStatus.DELIVERED));
        client.send(message("a").replace("}", ",\"scheduledDate\":" + START.minusSeconds(3600).getEpochSecond() + "}"));

        assertThat(json(client.get("/v1/status")).findValuesAsText("status")).containsExactly("OK", "SENT");
        clock.advance(Duration.ofMillis(2600));
        assertThat(json(client.get("/v1/status")).findValuesAsText("status")).containsExactly("OK", "DELIVERED");
    }

    @Test
    void status_finalBeforeFirstPoll_isReportedOnce() throws Exception {
        start(builder -> builder.everyStatus(MessageStatus.BLACKLIST));
        client.send(message("a"));
        clock.advance(Duration.ofSeconds(5));

        assertThat(json(client.get("/v1/status")).findValuesAsText("status")).containsExactly("OK", "BLACKLIST");
        assertThat(json(client.get("/v1/status")).path("code").asInt()).isEqualTo(6);
    }

    @ParameterizedTest
    @ValueSource(strings = { "", ",\"correlationId\":null", ",\"correlationId\":\"\"" })
    void status_messagesWithoutCorrelationId_areNotReported(String field) throws Exception {
        start(UnaryOperator.identity());
        String message = "{\"messageText\":\"x\",\"destination\":\"11987654321\"" + field + "}";
        client.send(message, message);

        assertThat(json(client.get("/v1/status")).path("code").asInt()).isEqualTo(6);
        assertThat(json(client.get(THAT_DAY)).path("code").asInt()).isEqualTo(6);
        assertThat(simulator.statistics().duplicateMessages()).isZero();
    }

    @Test
    void status_250Messages_returnsBlocksOf100() throws Exception {
        start(UnaryOperator.identity());
        sendMany(250);
        List<String> ids = new ArrayList<>();
        List<Integer> sizes = new ArrayList<>();

        for (int i = 0; i < 3; i++) {
            JsonNode block = json(client.get("/v1/status"));
            sizes.add(block.path("sent_status").size());
            ids.addAll(block.findValuesAsText("correlationId"));
        }

        assertThat(sizes).containsExactly(100, 100, 50);
        assertThat(ids).doesNotHaveDuplicates().hasSize(250);
        assertThat(simulator.statistics().reportedStatuses()).isEqualTo(250);
    }

    @Test
    void status_messageWithoutFinalStatusBeforeAReset_isNotReported() throws Exception {
        start(UnaryOperator.identity());
        client.send(message("a"));
        client.get("/v1/status");

        simulator.reset();
        clock.advance(Duration.ofSeconds(5));

        assertThat(json(client.get("/v1/status")).path("code").asInt()).isEqualTo(6);
    }

    @Test
    void byDate_beforeTheLagEnds_returnsNoRecord() throws Exception {
        start(builder -> builder.statusByDateLag(Duration.ofSeconds(90)));
        client.send(message("a"));

        clock.advance(Duration.ofSeconds(89));
        JsonNode tooEarly = json(client.get(THAT_DAY + "&correlationid=a"));
        clock.advance(Duration.ofSeconds(1));
        JsonNode shown = json(client.get(THAT_DAY + "&correlationid=a"));

        assertThat(tooEarly.path("code").asInt()).isEqualTo(6);
        assertThat(tooEarly.has("sent_status")).isFalse();
        assertThat(shown.path("sent_status").findValuesAsText("correlationId")).containsExactly("a");
    }

    @Test
    void byDate_beforeTheLagEnds_messageIsStillReportedAsNotConsulted() throws Exception {
        start(builder -> builder.statusByDateLag(Duration.ofHours(1)));
        client.send(message("a"));

        assertThat(json(client.get("/v1/status")).findValuesAsText("correlationId")).containsExactly("a");
    }

    @Test
    void byDate_responseLost_findsTheMessageByCorrelationId() throws Exception {
        start(UnaryOperator.identity());
        simulator.failNext(Fault.dropAfterAccepting());
        assertThatThrownBy(() -> client.send(message("a"), message("b"))).isInstanceOf(IOException.class);

        JsonNode found = json(client.get(THAT_DAY + "&correlationid=b"));

        assertThat(found.path("sent_status").findValuesAsText("correlationId")).containsExactly("b");
    }

    @Test
    void byDate_requestLostBeforeAcceptance_returnsNoRecord() throws Exception {
        start(UnaryOperator.identity());
        simulator.failNext(Fault.dropBeforeAccepting());
        assertThatThrownBy(() -> client.send(message("a"))).isInstanceOf(IOException.class);

        assertThat(json(client.get(THAT_DAY + "&correlationid=a")).path("code").asInt()).isEqualTo(6);
    }

    @Test
    void status_scheduledMessage_isSentUntilItsDate() throws Exception {
        start(builder -> builder.everyStatus(MessageStatus.DELIVERED));
        client.send("{\"messageText\":\"x\",\"destination\":\"11987654321\",\"correlationId\":\"a\",\"scheduledDate\":"
                    + START.plusSeconds(3600).getEpochSecond() + "}");

        clock.advance(Duration.ofMinutes(59));
        assertThat(simulator.messages().get(0).status()).isEqualTo(MessageStatus.SENT);
        clock.advance(Duration.ofMinutes(2));
        assertThat(simulator.messages().get(0).status()).isEqualTo(MessageStatus.DELIVERED);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "BARE_ARRAY         | /0", "SENT_STATUS_OBJECT | /sent_status/0", "OTHER_NAME | /list/0",
            "NESTED | /outer/list/0" })
    void status_eachEnvelope_containsTheItem(StatusEnvelope envelope, String pointer) throws Exception {
        start(builder -> builder.statusEnvelope(envelope).statusField("list").statusParentField("outer"));
        client.send(message("a"));

        assertThat(json(client.get("/v1/status")).at(pointer).path("correlationId").asText()).isEqualTo("a");
        assertThat(json(client.get("/v1/status")).at(pointer).isMissingNode()).isTrue();
    }

    @Test
    void status_manyMessages_followTheWeights() throws Exception {
        start(builder -> {
            for (MessageStatus status : MessageStatus.values()) {
                builder.statusWeight(status, 1);
            }
            return builder;
        });
        sendMany(1000);
        clock.advance(Duration.ofSeconds(5));

        for (MessageStatus status : MessageStatus.values()) {
            assertThat(simulator.messages()).filteredOn(m -> m.status() == status).hasSizeBetween(60, 170);
        }
    }

    @Test
    void byDate_sameDay_doesNotMarkStatusesAsConsulted() throws Exception {
        start(UnaryOperator.identity());
        client.send(message("a"));

        JsonNode response = json(client.get(THAT_DAY));

        assertThat(response.path("status").asText()).isEqualTo("OK");
        assertThat(response.path("code").asInt()).isEqualTo(5);
        assertThat(response.path("message").asText()).isEqualTo("REQUIRED_OK");
        assertThat(response.path("sent_status").path(0).path("correlationId").asText()).isEqualTo("a");
        assertThat(response.has("next")).isFalse();
        assertThat(json(client.get("/v1/status")).path("sent_status")).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({ "2026-05-03T03:00:00Z, 5", "2026-05-04T02:59:59Z, 5", "2026-05-03T02:59:59Z, 6", "2026-05-04T03:00:00Z, 6" })
    void byDate_midnightInSaoPaulo_separatesTheDays(Instant date, int code) throws Exception {
        start(UnaryOperator.identity());
        client.send(message("a"));

        assertThat(json(client.get("/v1/status/date?date=" + date.getEpochSecond())).path("code").asInt()).isEqualTo(code);
    }

    /**
     * In São Paulo the clocks changed at midnight: the short day begins at 01:00, the long one has two hours from
     * 23:00.
     */
    @ParameterizedTest
    @CsvSource({
            "2018-11-04T02:59:59Z, 2018-11-04T12:00:00Z, false, 2018-11-03 23:59:59-03",
            "2018-11-04T03:00:00Z, 2018-11-04T12:00:00Z, true, 2018-11-04 01:00:00-02",
            "2018-11-05T01:59:59Z, 2018-11-04T12:00:00Z, true, 2018-11-04 23:59:59-02",
            "2018-11-05T02:00:00Z, 2018-11-04T12:00:00Z, false, 2018-11-05 00:00:00-02",
            "2018-11-05T01:59:59Z, 2018-11-04T03:00:00Z, true, 2018-11-04 23:59:59-02",
            "2018-02-17T01:59:59Z, 2018-02-17T12:00:00Z, false, 2018-02-16 23:59:59-02",
            "2018-02-17T02:00:00Z, 2018-02-17T12:00:00Z, true, 2018-02-17 00:00:00-02",
            "2018-02-18T01:30:00Z, 2018-02-17T12:00:00Z, true, 2018-02-17 23:30:00-02",
            "2018-02-18T02:30:00Z, 2018-02-17T12:00:00Z, true, 2018-02-17 23:30:00-03",
            "2018-02-18T02:30:00Z, 2018-02-17T02:00:00Z, true, 2018-02-17 23:30:00-03",
            "2018-02-18T03:00:00Z, 2018-02-17T12:00:00Z, false, 2018-02-18 00:00:00-03" })
    void byDate_dayOfADaylightSavingChange_includesAllHours(Instant sent, Instant date, boolean listed, String sentDate)
            throws Exception {
        SettableClock then = new SettableClock(sent);
        start(builder -> builder.clock(then));
        client.send(message("a"));

        JsonNode thatDay = json(client.get("/v1/status/date?date=" + date.getEpochSecond()));

        assertThat(thatDay.findValuesAsText("correlationId")).containsExactly(listed ? new String[] { "a" } : new String[0]);
        assertThat(json(client.get("/v1/status")).findValuesAsText("sentDate")).containsExactly(sentDate);
    }

    @ParameterizedTest
    @CsvSource({
            "correlationid=b, b", "destination=11987654321, a", "correlationid=b&destination=11987654322, b",
            "correlationid=a&destination=11987654322,", "correlationid=&destination=, a b" })
    void byDate_filters_returnMatchingMessages(String filter, String ids) throws Exception {
        start(UnaryOperator.identity());
        client.send(message("a"), message("b").replace("54321", "54322"));

        assertThat(json(client.get(THAT_DAY + "&" + filter)).findValuesAsText("correlationId"))
                .containsExactly(ids == null ? new String[0] : ids.split(" "));
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '`', value = {
            "``, -20", "?date=, -20", "?date=today, -20", "?date=1.5, -20", "?date=999999999999999999999, -20",
            "?correlationid=a, -20", "?date=1&destination=x, -20", "?date=1&position=-1, -20", "?date=0, 6", "?date=-1, 6",
            "?date=999999999999, 6" })
    void byDate_withoutMessagesOrWithInvalidParameter_returnsItsCode(String query, int code) throws Exception {
        start(UnaryOperator.identity());

        JsonNode response = json(client.get("/v1/status/date" + query));

        assertThat(response.path("code").asInt()).isEqualTo(code);
        assertThat(response.path("status").asText()).isEqualTo(code == 6 ? "OK" : "NOK");
        assertThat(response.path("message").asText()).isNotEmpty();
        assertThat(response.has("sent_status")).isFalse();
    }

    @Test
    void byDate_missingDate_returnsCodeMinus20() throws Exception {
        start(UnaryOperator.identity());

        assertThat(json(client.get("/v1/status/date")).path("code").asInt()).isEqualTo(-20);
    }

    @ParameterizedTest
    @EnumSource(LinkForm.class)
    void byDate_250Messages_linksToTheNextPage(LinkForm form) throws Exception {
        start(builder -> builder.linkForm(form).linkField("more").linkParentField("links"));
        sendMany(250);
        List<String> ids = new ArrayList<>();
        int pages = 0;

        for (String next = THAT_DAY; !next.isEmpty(); pages++) {
            JsonNode page = json(client.get(next.startsWith("?") ? "/v1/status/date" + next : next));
            ids.addAll(page.findValuesAsText("correlationId"));
            next = page.at("/links/more").asText();
        }

        assertThat(pages).isEqualTo(3);
        assertThat(ids).doesNotHaveDuplicates().hasSize(250);
    }

    @Test
    void byDate_eachLinkForm_hasTheExpectedLink() throws Exception {
        for (LinkForm form : LinkForm.values()) {
            start(builder -> builder.linkForm(form).basePath("/sms"));
            sendMany(101);
            String query = "?date=" + START.getEpochSecond() + "&position=100";

            assertThat(json(client.get(THAT_DAY)).path("next").asText()).isEqualTo(switch (form) {
                case ABSOLUTE -> simulator.baseUrl() + "/v1/status/date" + query;
                case RELATIVE -> "/sms/v1/status/date" + query;
                case QUERY_ONLY -> query;
            });
        }
    }

    @Test
    void byDate_exactly100Messages_hasNoLink() throws Exception {
        start(UnaryOperator.identity());
        sendMany(100);

        assertThat(json(client.get(THAT_DAY)).has("next")).isFalse();
    }

    private void start(UnaryOperator<SmsSimulatorBuilder> settings) {
        simulator.close();
        simulator = settings.apply(SmsSimulator.builder().requestsPerSecond(0).clock(clock)).build().start();
        client = new ServiceClient(simulator);
    }

    private void sendMany(int count) throws Exception {
        List<String> messages = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            messages.add(message("m-" + i));
            if (messages.size() == 200 || i == count - 1) {
                client.send(messages.toArray(String[]::new));
                messages.clear();
            }
        }
    }

    /** The message is sent at 22:30 in São Paulo, and at 01:30 of the next day in UTC. */
    @ParameterizedTest
    @CsvSource({
            "DAY, , 81000, true", "DAY, , 81001, false", "DAY, , -5399, true", "DAY, , -5400, false", "DAY, UTC, 5400, true",
            "DAY, UTC, 5401, false", "SINCE, , -1, false", "SINCE, , 864000, true", "NEXT_24_HOURS, , 0, true",
            "NEXT_24_HOURS, , 86399, true", "NEXT_24_HOURS, , 86400, false", "NEXT_24_HOURS, , -1, false", "SECOND, , 0, true",
            "SECOND, , 1, false", "SECOND, , -1, false" })
    void byDate_eachMeaningOfDate_returnsTheMessagesOfIt(
            DateMeaning meaning, @Nullable ZoneId zone, long before,
            boolean isListed)
            throws Exception {
        start(builder -> builder.dateMeaning(meaning).dayZone(zone));
        client.send(message("a"));

        JsonNode page = json(client.get("/v1/status/date?date=" + (START.getEpochSecond() - before)));

        assertThat(page.path("code").asInt()).isEqualTo(isListed ? 5 : 6);
    }

    @Test
    void status_listedWhenDue_isInNoListBefore() throws Exception {
        start(builder -> builder.scheduledDates(ScheduledDates.LISTED_WHEN_DUE).everyStatus(MessageStatus.DELIVERED));
        String scheduled = ",\"scheduledDate\":" + (START.getEpochSecond() + 60) + "}";
        client.send(message("a").replace("}", scheduled), message("b").replace("}", scheduled));

        clock.advance(Duration.ofSeconds(59));
        assertThat(json(client.get("/v1/status")).path("code").asInt()).isEqualTo(6);
        assertThat(json(client.get(THAT_DAY)).path("code").asInt()).isEqualTo(6);
        clock.advance(Duration.ofSeconds(1));
        assertThat(json(client.get("/v1/status")).findValuesAsText("status")).containsExactly("OK", "SENT", "SENT");
        assertThat(json(client.get(THAT_DAY)).findValuesAsText("unixSentDate"))
                .containsOnly(Long.toString(START.getEpochSecond() + 60));
    }

    @Test
    void status_scheduledDateIgnored_isFinalAfterTheUsualDelay() throws Exception {
        start(builder -> builder.scheduledDates(ScheduledDates.IGNORED).everyStatus(MessageStatus.DELIVERED));
        client.send(message("a").replace("}", ",\"scheduledDate\":" + (START.getEpochSecond() + 60) + "}"));

        clock.advance(Duration.ofSeconds(3));

        assertThat(json(client.get("/v1/status")).findValuesAsText("status")).containsExactly("OK", "DELIVERED");
    }

    @Test
    void send_scheduledDatesRejected_isRejected() throws Exception {
        start(builder -> builder.scheduledDates(ScheduledDates.REJECTED));

        JsonNode results = json(client.send(message("a").replace("}", ",\"scheduledDate\":1}"), message("b")));

        assertThat(results.findValuesAsText("code")).containsExactly("-5", "5");
    }
}
