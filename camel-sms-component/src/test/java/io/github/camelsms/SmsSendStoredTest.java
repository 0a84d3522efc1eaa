package io.github.camelsms;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.camelsms.body.ClosingInput;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.simulator.Fault;
import io.github.camelsms.simulator.Operation;
import io.github.camelsms.store.InMemoryMessageStore;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsStoredMessage;
import org.apache.logging.log4j.Level;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.apache.camel.Exchange;
import org.apache.camel.FailedToStartRouteException;
import org.apache.camel.Route;
import org.apache.camel.TypeConversionException;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.TypeConverterSupport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Tests for <code>sms:send</code> with a message store. */
class SmsSendStoredTest extends SmsRouteTestSupport {

    private final MessageStore store = new InMemoryMessageStore(Clock.systemUTC());

    @Override
    protected RouteBuilder routes() {
        component.setMessageStore(store);
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:send").to("sms:send");
                from("direct:store").to("sms:send?completeOn=stored&keepHeaders=JobId,Other");
                from("direct:split").to("sms:send?longMessage=split");
                from("direct:storeSplit").to("sms:send?completeOn=stored&longMessage=split");
            }
        };
    }

    @Test
    void send_oneMessage_returnsItsOutcome() {
        Exchange exchange = send(new SmsMessage("hello", "11987654321", "m1", null));
        assertThat(exchange.getException()).isNull();
        assertThat(result(exchange).outcome()).isEqualTo(SmsOutcome.ACCEPTED);
        assertThat(exchange.getMessage().getHeader(SmsConstants.STORED)).isEqualTo(true);
        assertThat(exchange.getMessage().getHeader(SmsConstants.DUPLICATE)).isNull();
        assertThat(stored("m1").state()).isEqualTo(SmsMessageState.ACCEPTED);
    }

    @Test
    void send_sameIdAgain_returnsTheFirstOutcomeWithoutARequest() {
        SmsSendResult first = result(send(new SmsMessage("hello", "11987654321", "m1", null)));
        Exchange again = send(new SmsMessage("hello", "11987654321", "m1", null));
        assertThat(result(again)).isEqualTo(first);
        assertThat(again.getMessage().getHeader(SmsConstants.DUPLICATE)).isEqualTo(true);
        assertThat(accepted()).isEqualTo(1);
    }

    @Test
    void send_sameIdWithAnotherText_isRejected() {
        send(new SmsMessage("hello", "11987654321", "m1", null));
        Exchange again = send(new SmsMessage("other", "11987654321", "m1", null));
        assertThat(result(again).outcome()).isEqualTo(SmsOutcome.REJECTED);
        assertThat(result(again).reason()).contains("another text or destination");
        assertThat(accepted()).isEqualTo(1);
    }

    @Test
    void send_dueAtInTheFuture_isScheduledAndItsTimeToLiveBeginsThen() {
        for (Object body : List.of(
                new SmsMessage("hello", "11987654321", "m1", null).withTimeToLive(Duration.ofHours(1)),
                List.of(new SmsMessage("hello", "11987654321", "m2", null).withTimeToLive(Duration.ofHours(1))))) {
            Exchange exchange = send("direct:store", in -> {
                in.getMessage().setBody(body);
                in.getMessage().setHeader("CamelSmsDueAt", "2099-12-24T09:00:00");
            });
            assertThat(exchange.getException()).isNull();
        }

        for (String id : List.of("m1", "m2")) {
            assertThat(stored(id).state()).isEqualTo(SmsMessageState.SCHEDULED);
            // In the option zone, America/Sao_Paulo.
            assertThat(stored(id).dueAt()).isEqualTo(Instant.parse("2099-12-24T12:00:00Z"));
            assertThat(stored(id).expiresAt()).isEqualTo(Instant.parse("2099-12-24T13:00:00Z"));
        }
        assertThat(accepted()).isZero();
    }

    @Test
    void send_dueAtInThePast_isSentImmediately() {
        send("direct:store", in -> {
            in.getMessage().setBody(new SmsMessage("hello", "11987654321", "m1", null));
            in.getMessage().setHeader("CamelSmsDueAt", Instant.EPOCH.plusSeconds(100_000_000));
        });
        Awaitility.await().until(() -> stored("m1").state() == SmsMessageState.ACCEPTED);
    }

    @ParameterizedTest
    @CsvSource({ "direct:send,2099-12-24T09:00:00,completeOn=stored", "direct:store,tomorrow,header CamelSmsDueAt is" })
    void send_dueAtThatCannotBeHonored_isRejected(String route, String dueAt, String complaint) {
        Exchange exchange = send(route, in -> {
            in.getMessage().setBody(new SmsMessage("hello", "11987654321", "m1", null));
            in.getMessage().setHeader("CamelSmsDueAt", dueAt);
        });
        assertThat(exchange.getException()).isInstanceOf(SmsRejectedException.class).hasMessageContaining(complaint)
                .hasMessageEndingWith("; nothing was sent");
        assertThat(accepted()).isZero();
    }

    @Test
    void send_completeOnStored_completesWithoutAnOutcome() {
        Exchange exchange = send("direct:store", in -> {
            in.getMessage().setBody(Map.of("messageText", "hello", "destination", "11987654321"));
            in.getMessage().setHeader("JobId", 7);
        });
        String id = exchange.getMessage().getHeader(SmsConstants.CORRELATION_ID, String.class);
        assertThat(exchange.getException()).isNull();
        assertThat(exchange.getMessage().getHeader(SmsConstants.STORED)).isEqualTo(true);
        assertThat(exchange.getMessage().getHeader(SmsConstants.OUTCOME)).isNull();
        Awaitility.await().until(() -> stored(id).state() == SmsMessageState.ACCEPTED);
        assertThat(stored(id).headers()).containsExactly(Map.entry("JobId", "7"));
    }

    @ParameterizedTest
    @ValueSource(booleans = { true, false })
    void send_offerResults_decidesWhetherTheOutcomeIsOffered(boolean isOffered) {
        send("sms:send?completeOn=stored&offerResults=" + isOffered,
                in -> in.getMessage().setBody(new SmsMessage("hello", "11987654321", "m1", null)));
        Awaitility.await().until(() -> stored("m1").state() == SmsMessageState.ACCEPTED);

        assertThat(MessageStore.await(store.results().claim(account(), 10, Duration.ofMinutes(1))))
                .extracting(result -> result.message().correlationId())
                .isEqualTo(isOffered ? List.of("m1") : List.of());
    }

    /** An object of the application. */
    private record Job(int number) {
    }

    @Test
    void send_keptHeaderCannotBeConverted_closesTheInputUnread() {
        context.getTypeConverterRegistry().addTypeConverter(String.class, Job.class, new TypeConverterSupport() {
            @Override
            public <T> T convertTo(Class<T> type, Exchange exchange, Object value) {
                throw new TypeConversionException(value, type, new IllegalStateException("no text"));
            }
        });
        ClosingInput inputs = new ClosingInput();
        Exchange exchange = send("direct:store", in -> {
            in.getMessage().setBody(inputs.iterator(List.of(new SmsMessage("hello", "11987654321", "m1", null))));
            in.getMessage().setHeader("JobId", new Job(7));
        });
        assertThat(exchange.getException()).isInstanceOf(TypeConversionException.class);
        inputs.assertAllClosedOnce();
        assertThat(count(SmsMessageState.WAITING)).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = { "direct:send", "direct:store" })
    void send_inputRunsOutOfMemory_failsWithTheError(String uri) {
        Iterator<SmsMessage> messages = Stream.<SmsMessage> generate(() -> {
            throw new OutOfMemoryError("Java heap space");
        }).iterator();
        assertThat(send(uri, e -> e.getMessage().setBody(messages)).getException())
                .hasMessageContaining("could not be read to its end, because of java.lang.OutOfMemoryError: Java heap space");
    }

    @Test
    void send_listCompleteOnStored_countsStoredDuplicateAndRejectedMessages() {
        List<SmsMessage> messages = List.of(
                new SmsMessage("one", "11987654321", "m1", null), new SmsMessage("two", "11987654321", "m2", null),
                new SmsMessage("one", "11987654321", "m1", null), new SmsMessage("bad", "12", "m3", null));
        Exchange exchange = send("direct:store", in -> in.getMessage().setBody(messages));
        assertThat(exchange.getException()).isNull();
        assertThat(exchange.getMessage().getHeaders())
                .containsEntry(SmsConstants.STORED, true).containsEntry(SmsConstants.STORED_MESSAGES, 2)
                .containsEntry(SmsConstants.DUPLICATES, 1).containsEntry(SmsConstants.REJECTED, 1);
        assertThat(results(exchange)).extracting(SmsSendResult::correlationId).containsExactly("m3");
        Awaitility.await().until(() -> accepted() == 2);
    }

    @Test
    void send_manyThousandsCompleteOnStored_sendsEachOnce() {
        Exchange exchange = send("direct:store", in -> in.getMessage().setBody(
                IntStream.range(0, 5_000).mapToObj(i -> new SmsMessage("text", "11987654321", "m" + i, null)).iterator()));
        assertThat(exchange.getMessage().getHeader(SmsConstants.STORED_MESSAGES)).isEqualTo(5_000);
        Awaitility.await().until(() -> count(SmsMessageState.ACCEPTED) == 5_000);
        assertThat(accepted()).isEqualTo(5_000);
    }

    @Test
    void send_longMessageCompleteOnStored_storesItsSegments() {
        Exchange exchange = send(
                "direct:storeSplit", in -> in.getMessage().setBody(new SmsMessage("a".repeat(200), "11987654321", "m1", null)));
        assertThat(exchange.getException()).isNull();
        assertThat(exchange.getMessage().getHeader(SmsConstants.CORRELATION_ID)).isEqualTo("m1");
        Awaitility.await().until(() -> count(SmsMessageState.ACCEPTED) == 2);
    }

    @Test
    void stop_waitingMessages_logsTheirNumber() {
        component.suspendSending();
        send("direct:store", in -> in.getMessage().setBody(new SmsMessage("t", "11987654321", "m1", null)));
        send("direct:store", in -> in.getMessage().setBody(new SmsMessage("t", "11987654321", "m2", null)));
        try (LogLines lines = LogLines.of(Map.of("io.github.camelsms", Level.INFO))) {
            context.stop();
            assertThat(lines.at(Level.INFO)).anyMatch(line -> line.endsWith(
                    ": 2 messages stay in the message store to be sent, and 0 of unknown outcome to be looked up, after the next"
                                                                            + " start or by another node"));
        }
    }

    @Test
    void stop_allMessagesSettled_logsNoNumber() {
        send(new SmsMessage("hello", "11987654321", "m1", null));
        try (LogLines lines = LogLines.of(Map.of("io.github.camelsms", Level.INFO))) {
            context.stop();
            assertThat(lines.at(Level.INFO)).noneMatch(line -> line.contains("in the message store"));
        }
    }

    @Test
    void restart_waitingMessages_sendsEachOnce() throws Exception {
        component.suspendSending();
        List<CompletableFuture<Exchange>> stored = IntStream.range(0, 300).mapToObj(i -> CompletableFuture.supplyAsync(
                () -> send("direct:store", in -> in.getMessage().setBody(new SmsMessage("t", "11987654321", "m" + i, null)))))
                .toList();
        stored.forEach(CompletableFuture::join);
        assertThat(accepted()).isZero();
        context.stop();
        assertThat(count(SmsMessageState.WAITING)).isEqualTo(300);
        context = new DefaultCamelContext();
        SmsComponent again = context.getComponent("sms", SmsComponent.class);
        again.setConfiguration(component.getConfiguration());
        component = again;
        context.addRoutes(routes());
        context.start();
        Awaitility.await().until(() -> count(SmsMessageState.ACCEPTED) == 300);
        assertThat(accepted()).isEqualTo(300);
    }

    @Test
    void release_lastUserStopped_waitsUntilAllStoredMessagesAreSettled() throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:slow").routeId("slow").to("sms:send?completeOn=stored&requestsPerSecond=1000");
            }
        });
        component.suspendSending();
        send("direct:slow", in -> in.getMessage().setBody(
                IntStream.range(0, 450).mapToObj(i -> new SmsMessage("text", "11987654321", "m" + i, null)).toList()));
        for (Route route : context.getRoutes()) {
            context.getRouteController().stopRoute(route.getRouteId());
        }
        assertThat(accepted()).isZero();
        assertThat(component.getAccounts()).hasSize(1);
        component.resumeSending();
        Awaitility.await().until(() -> component.getAccounts().isEmpty());
        assertThat(accepted()).isEqualTo(450);
        assertThat(count(SmsMessageState.ACCEPTED)).isEqualTo(450);
    }

    @Test
    void release_messageOfUnknownOutcome_waitsUntilItIsSettled() throws Exception {
        String host = "127.0.0.1:" + simulator.port();
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:other").routeId("other")
                        .to("sms:send?completeOn=stored&reconcileAfter=5000&baseUrl=http://" + host);
            }
        });
        simulator.failNext(Operation.SEND, Fault.dropAfterAccepting());
        send("direct:other", in -> in.getMessage().setBody(new SmsMessage("hello", "11987654321", "m1", null)));
        for (Route route : context.getRoutes()) {
            context.getRouteController().stopRoute(route.getRouteId());
        }
        Awaitility.await().until(() -> component.getAccounts().isEmpty());
        assertThat(MessageStore.await(store.operations().find("demo@" + host, List.of("m1"))))
                .extracting(SmsStoredMessage::state).containsExactly(SmsMessageState.ACCEPTED);
    }

    @Test
    void start_completeOnStoredWithoutStore_failsNamingTheRemedy() throws Exception {
        component.setMessageStore(null);
        assertThatThrownBy(() -> context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:none").to("sms:send?completeOn=stored");
            }
        })).isInstanceOf(FailedToStartRouteException.class).rootCause()
                .hasMessageContaining("completeOn=stored requires a message store").hasMessageContaining("JdbcMessageStore");
    }

    @Test
    void start_joinTransactionWithCompleteOnOutcome_fails() {
        assertThatThrownBy(() -> context.getEndpoint("sms:send?joinTransaction=true")).rootCause()
                .hasMessageContaining("joinTransaction=true requires completeOn=stored");
    }

    @Test
    void send_joinTransactionWithAStoreWithoutTransactions_isNotSentWithTheReason() {
        Exchange exchange = send("sms:send?completeOn=stored&joinTransaction=true", in -> {
            in.getMessage().setBody(new SmsMessage("hello", "11987654321", null, null));
            in.getMessage().setHeader(SmsConstants.CORRELATION_ID, "m1");
        });
        assertThat(exchange.getException()).isInstanceOf(SmsNotSentException.class).hasMessageContainingAll(
                "cannot take part in a transaction; nothing was stored", "Set joinTransaction=false", "rolled back");
        assertThat(exchange.getMessage().getHeaders()).containsEntry(SmsConstants.OUTCOME, "NOT_SENT")
                .containsEntry(SmsConstants.CORRELATION_ID, "m1");
    }

    @Test
    void send_headersOfAnEarlierMessage_areReplaced() {
        Map<String, Object> earlier = Map.of(
                "CamelSmsOutcome", "UNKNOWN", "CamelSmsCode", 5, "CamelSmsId", "1", "CamelSmsReason", "earlier",
                "CamelSmsSentAt", Instant.parse("2026-03-01T12:00:00Z"), "CamelSmsStored", true, "CamelSmsDuplicate", true,
                "CamelSmsAccepted", 1, "CamelSmsDuplicates", 1, "CamelSmsNotSent", 1);
        SmsMessage valid = new SmsMessage("hello", "11987654321", "m1", null);
        SmsMessage invalid = new SmsMessage("hello", "1", "m2", null);

        assertThat(headers("direct:store", valid, earlier)).containsEntry("CamelSmsStored", true).doesNotContainKeys(
                "CamelSmsOutcome", "CamelSmsCode", "CamelSmsId", "CamelSmsReason", "CamelSmsSentAt", "CamelSmsDuplicate",
                "CamelSmsAccepted", "CamelSmsDuplicates", "CamelSmsNotSent");
        assertThat(headers("direct:send", valid, earlier)).containsEntry("CamelSmsOutcome", "ACCEPTED")
                .doesNotContainKeys("CamelSmsAccepted", "CamelSmsDuplicates", "CamelSmsNotSent");
        assertThat(headers("direct:store", invalid, earlier)).containsEntry("CamelSmsOutcome", "REJECTED")
                .doesNotContainKeys("CamelSmsStored", "CamelSmsDuplicate", "CamelSmsId", "CamelSmsSentAt");
        assertThat(headers("direct:store", List.of(invalid), earlier)).containsEntry("CamelSmsStored", false)
                .containsEntry("CamelSmsDuplicates", 0)
                .doesNotContainKeys("CamelSmsOutcome", "CamelSmsReason", "CamelSmsAccepted", "CamelSmsDuplicate");
        assertThat(headers("direct:send", List.of(invalid), earlier)).containsEntry("CamelSmsAccepted", 0)
                .doesNotContainKeys("CamelSmsOutcome", "CamelSmsReason", "CamelSmsStored", "CamelSmsDuplicates");
    }

    @Test
    void send_segmentsTwice_areStoredOnceAndADuplicateAfterwards() {
        SmsMessage message = new SmsMessage("word ".repeat(40), "11987654321", "c1", null);
        Exchange first = send("direct:split", exchange -> exchange.getMessage().setBody(message));
        Exchange second = send("direct:split", exchange -> exchange.getMessage().setBody(message));

        assertThat(result(first)).isEqualTo(result(second));
        assertThat(first.getMessage().getHeaders()).containsEntry("CamelSmsStored", true)
                .containsEntry("CamelSmsOutcome", "ACCEPTED")
                .containsEntry("CamelSmsCorrelationId", "c1").doesNotContainKey("CamelSmsDuplicate");
        assertThat(second.getMessage().getHeaders()).containsEntry("CamelSmsStored", true).containsEntry("CamelSmsDuplicate",
                true);
        assertThat(simulator.statistics().acceptedMessages()).isEqualTo(2);
    }

    @Test
    void send_longIdOfASplitMessage_staysInTheHeader() {
        String id = "x".repeat(49);
        assertThat(headers("direct:storeSplit", new SmsMessage("word ".repeat(50), "11987654321", id, null), Map.of()))
                .containsEntry("CamelSmsStored", true).containsEntry("CamelSmsCorrelationId", id);
    }

    private Map<String, Object> headers(String uri, Object body, Map<String, Object> headers) {
        return send(uri, in -> {
            in.getMessage().setBody(body);
            in.getMessage().setHeaders(new HashMap<>(headers));
        }).getMessage().getHeaders();
    }

    private int accepted() {
        return simulator.messages().size();
    }

    private SmsStoredMessage stored(String id) {
        return MessageStore.await(store.operations().find(account(), List.of(id))).get(0);
    }

    private long count(SmsMessageState state) {
        return MessageStore.await(store.operations().count(account())).get(state);
    }

    private String account() {
        return component.getAccounts().isEmpty() ? "demo@localhost:" + simulator.port() : component.getAccounts().get(0);
    }
}
