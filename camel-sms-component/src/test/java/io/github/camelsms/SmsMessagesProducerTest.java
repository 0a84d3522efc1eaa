package io.github.camelsms;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import javax.management.MBeanServer;
import javax.management.ObjectName;

import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsOperated;
import io.github.camelsms.store.SmsResultDelivery;
import io.github.camelsms.store.SmsStoreException;
import io.github.camelsms.store.SmsStoredMessage;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests for the operations on stored messages, from routes and over JMX.
 */
class SmsMessagesProducerTest extends StoreFixture {

    private static final Duration RETENTION = Duration.ofDays(30);

    @Override
    protected boolean isManaged() {
        return true;
    }

    @Test
    void find_idInTheHeader_returnsTheMessage() {
        messages.accept("a", "b");

        SmsStoredMessage found = body(send("find", null, Map.of("CamelSmsCorrelationId", "a")), SmsStoredMessage.class);

        assertThat(found.correlationId()).isEqualTo("a");
        assertThat(found.state()).isEqualTo(SmsMessageState.ACCEPTED);
        assertThat(found.message().messageText()).isEqualTo(StoredMessages.TEXT);
    }

    @Test
    void find_unknownId_returnsNull() {
        Exchange exchange = send("find", "an earlier body", Map.of("CamelSmsCorrelationId", "x"));

        assertThat(exchange.getException()).isNull();
        assertThat(exchange.getMessage().getBody()).isNull();
    }

    @Test
    void find_idsInTheBody_returnsStoredMessagesInOrder() {
        messages.accept("a", "b", "c");
        List<String> ids = List.of("c", "x", "a", "c");

        for (Object body : List.of(ids, ids.toArray(), ids.iterator(), ids.stream())) {
            // The body takes precedence over a header left over from sending.
            assertThat(found(send("find", body, Map.of("CamelSmsCorrelationId", "b"))))
                    .extracting(SmsStoredMessage::correlationId).containsExactly("c", "a");
        }
        assertThat(found(send("find", List.of(), Map.of()))).isEmpty();
    }

    @Test
    void find_moreIdsThanAChunk_returnsAll() {
        messages.accept(2_500);
        List<String> ids = IntStream.range(0, 2_500).mapToObj(number -> "m" + number).toList();

        assertThat(found(send("find", ids, Map.of()))).extracting(SmsStoredMessage::correlationId).isEqualTo(ids);
    }

    @Test
    void find_dayInTheHeader_readsTheMessagesOfThatDayPageByPage() {
        messages.accept(2_500);
        LocalDate day = LocalDate.ofInstant(
                body(send("find", null, Map.of("CamelSmsCorrelationId", "m0")), SmsStoredMessage.class).finishedAt(),
                ZoneId.of("America/Sao_Paulo"));

        for (Object date : List.of(day, day.toString(), day.atTime(12, 0))) {
            assertThat(foundByDay(date, null)).hasSize(2_500).doesNotHaveDuplicates();
        }
        assertThat(foundByDay(day.plusDays(1), null)).isEmpty();
        assertThat(foundByDay(day, "ACCEPTED")).hasSize(2_500);
        assertThat(foundByDay(day, "NOT_REACHED")).isEmpty();
    }

    @Test
    void find_dayAndStatuses_returnsTheMessagesWithOneOfThem() {
        messages.finish(
                List.of("a", "r", "n"), Map.of(), message -> switch (message.correlationId()) {
                    case "a" -> StoredMessages.accepted(message);
                    case "r" -> SmsSendResult.rejected(-5, "invalid number", "r");
                    default -> SmsSendResult.notSent(null, "expired", "n");
                });
        messages.store("waiting");
        Instant now = body(send("find", null, Map.of("CamelSmsCorrelationId", "a")), SmsStoredMessage.class).finishedAt();

        assertThat(foundByDay(now, "NOT_REACHED")).containsExactlyInAnyOrder("r", "n");
        assertThat(foundByDay(now, " accepted, Rejected")).containsExactlyInAnyOrder("a", "r");
        assertThat(foundByDay(now, "DELIVERED")).isEmpty();
        assertThat(foundByDay(now, " ")).containsExactlyInAnyOrder("a", "r", "n");
    }

    @ParameterizedTest
    @CsvSource({
            "tomorrow, NOT_REACHED, header CamelSmsDate is",
            "2026-03-31, WAITING, header CamelSmsStatus contains WAITING: give",
            "2026-03-31, 'REJECTED,SEEN', header CamelSmsStatus contains SEEN", "1775001600000, REJECTED, not milliseconds" })
    void find_dayOrStatusThatCannotBeRead_failsNamingTheHeader(String day, String status, String complaint) {
        Exchange exchange = send("find", null, Map.of("CamelSmsDate", day, "CamelSmsStatus", status));

        assertThat(exchange.getException()).isInstanceOf(IllegalArgumentException.class).hasMessageContaining(complaint);
    }

    private List<String> foundByDay(Object day, String status) {
        Map<String, Object> headers = status == null
                ? Map.of("CamelSmsDate", day) : Map.of("CamelSmsDate", day, "CamelSmsStatus", status);
        List<String> found = new ArrayList<>();
        body(send("find", "an earlier body", headers), Iterator.class)
                .forEachRemaining(message -> found.add(((SmsStoredMessage) message).correlationId()));
        return found;
    }

    @Test
    void count_messages_returnsACountPerState() {
        messages.accept("a", "b");
        messages.store("c");

        assertThat(body(send("count", null, Map.of()), Map.class)).hasSize(SmsMessageState.values().length)
                .containsEntry(SmsMessageState.ACCEPTED, 2L).containsEntry(SmsMessageState.WAITING, 1L)
                .containsEntry(SmsMessageState.PARKED, 0L);
    }

    @Test
    void resend_rejectedAndAccepted_queuesTheRejectedMessage() {
        messages.finish(
                List.of("a", "r"), Map.of(), message -> message.correlationId().equals("a")
                        ? StoredMessages.accepted(message) : SmsSendResult.rejected(-5, "invalid number", "r"));

        assertThat(operated(send("resend", List.of("a", "r", "x"), Map.of()))).containsExactly(
                new SmsOperated("a", SmsMessageState.ACCEPTED, false), new SmsOperated("r", SmsMessageState.WAITING, true),
                new SmsOperated("x", null, false));
    }

    @Test
    void cancel_waitingMessage_isCancelledWithTheReason() {
        messages.store("a", "b");

        assertThat(
                operated(send("cancel", null, Map.of("CamelSmsCorrelationId", "a", "CamelSmsReason", "wrong\nlist"))))
                .containsExactly(new SmsOperated("a", SmsMessageState.CANCELLED, true));
        send("cancel", List.of("b"), Map.of());

        assertThat(stored("a").reason()).isEqualTo("wrong list");
        assertThat(stored("b").reason()).isEqualTo("cancelled by an operator; it was not sent");
    }

    @ParameterizedTest
    @EnumSource(value = SmsOutcome.class, mode = EnumSource.Mode.EXCLUDE, names = "UNKNOWN")
    void settle_unknownMessage_hasTheOutcomeAndIsDelivered(SmsOutcome outcome) {
        messages.finish(List.of("u"), Map.of(), message -> SmsSendResult.unknown(null, "no response", "u"));

        assertThat(
                operated(
                        send("settle", List.of("u"),
                                Map.of("CamelSmsOutcome", outcome, "CamelSmsReason", "the provider has checked"))))
                .containsExactly(new SmsOperated("u", SmsMessageState.of(outcome), true));

        List<SmsResultDelivery> results
                = store.results().claim(ACCOUNT, 10, Duration.ofMinutes(1)).toCompletableFuture().join();
        assertThat(results).singleElement().satisfies(
                result -> assertThat(result.message().result()).extracting(SmsSendResult::outcome).isEqualTo(outcome));
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = { "UNKNOWN", "accepted", "", "DELIVERED" })
    void settle_invalidOutcome_failsAndChangesNothing(String outcome) {
        messages.finish(List.of("u"), Map.of(), message -> SmsSendResult.unknown(null, "no response", "u"));

        Exchange exchange = send("settle", List.of("u"), outcome == null ? Map.of() : Map.of("CamelSmsOutcome", outcome));

        assertThat(exchange.getException()).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("ACCEPTED, REJECTED or NOT_SENT", "CamelSmsOutcome", "Nothing was changed");
        assertThat(stored("u").state()).isEqualTo(SmsMessageState.UNKNOWN);
    }

    @Test
    void purge_moreMessagesThanAChunk_removesAllOldConsumedMessages() {
        messages.accept(2_500);
        consumeResults();
        advance(RETENTION.plusSeconds(1));
        messages.accept("fresh");

        assertThat(body(send("purge", null, Map.of()), Long.class)).isEqualTo(2_500);
        assertThat(stored("fresh")).isNotNull();
        assertThat(body(send("purge", null, Map.of()), Long.class)).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = { "11987654321", "(11) 98765-4321", "+55 11 98765-4321", "1187654321" })
    void erase_numberInAnyFormat_removesIt(String number) {
        messages.accept("a");
        messages.store("w");

        assertThat(body(send("erase", null, Map.of("CamelSmsDestination", number)), Long.class)).isEqualTo(2);

        assertThat(stored("a").message().destination()).isNull();
        assertThat(stored("w").message().messageText()).isNull();
        assertThat(stored("w").state()).isEqualTo(SmsMessageState.CANCELLED);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = { "", "1234", "no number" })
    void erase_noNumber_failsAndErasesNothing(String number) {
        messages.accept("a");

        Exchange exchange = send("erase", null, number == null ? Map.of() : Map.of("CamelSmsDestination", number));

        assertThat(exchange.getException()).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("CamelSmsDestination", "10 or 11 digits", "Nothing was erased");
        assertThat(stored("a").message().destination()).isEqualTo(StoredMessages.NUMBER);
    }

    @ParameterizedTest
    @EnumSource(value = SmsOperation.class, names = { "find", "resend", "cancel", "settle" })
    void process_noIds_failsAndChangesNothing(SmsOperation operation) {
        messages.store("a");
        Map<String, Object> headers = Map.of("CamelSmsOutcome", "ACCEPTED");

        for (Exchange exchange : Stream.of(
                send(operation.name(), null, headers), send(operation.name(), "a,b", headers),
                send(operation.name(), Arrays.asList("a", null), headers),
                send(operation.name(), List.of("a", Map.of()), headers)).toList()) {
            assertThat(exchange.getException()).isInstanceOf(IllegalArgumentException.class).hasMessageContainingAll(
                    "operation=" + operation, "CamelSmsCorrelationId", "collection", "Nothing was changed");
        }
        assertThat(stored("a").state()).isEqualTo(SmsMessageState.WAITING);
    }

    @Test
    void process_storeFails_failsTheExchangeWithItsReason() {
        store.failsOperations = true;

        for (SmsOperation operation : EnumSet.range(SmsOperation.find, SmsOperation.erase)) {
            Exchange exchange = send(
                    operation.name(), List.of("a"),
                    Map.of("CamelSmsOutcome", "ACCEPTED", "CamelSmsDestination", StoredMessages.NUMBER));
            assertThat(exchange.getException()).as(operation.name()).isInstanceOf(SmsStoreException.class)
                    .hasMessage(FailingStore.REASON);
        }
    }

    @ParameterizedTest
    @CsvSource({ "cancel, SETTLED", "settle, SETTLED", "resend, WAITING" })
    void process_storeFailsInALaterChunk_saysWhatWasChangedAndWakesCallers(String operation, String hint) {
        List<String> ids = IntStream.range(0, 1_500).mapToObj(number -> "m" + number).toList();
        List<String> changeable = ids.subList(0, 10);
        if (operation.equals("cancel")) {
            messages.store(changeable, Map.of());
        } else {
            messages.finish(changeable, Map.of(), message -> operation.equals("settle")
                    ? SmsSendResult.unknown(null, "no response", message.correlationId())
                    : SmsSendResult.rejected(-5, "invalid number", message.correlationId()));
        }
        store.operationsBeforeFailure = 1;
        store.failsOperations = true;

        Exchange exchange = send(operation, ids, Map.of("CamelSmsOutcome", "ACCEPTED"));

        assertThat(exchange.getException()).isInstanceOfSatisfying(
                SmsStoreException.class, failure -> assertThat(failure.isUncertain()).isTrue()).hasMessageContainingAll(
                        "operation=" + operation + " ended after 1000 of 1500 messages, 10 of which were changed",
                        FailingStore.REASON);
        assertThat(store.hints).containsExactly(ACCOUNT + " " + hint);
    }

    /** The call may be committed, although its response is lost. */
    @Test
    void process_responseOfTheStoreIsLost_wakesCallers() {
        messages.store("a");
        store.losesResponses = true;

        Exchange exchange = send("cancel", List.of("a"), Map.of());

        assertThat(exchange.getException()).isInstanceOf(SmsStoreException.class);
        assertThat(stored("a").state()).isEqualTo(SmsMessageState.CANCELLED);
        assertThat(store.hints).containsExactly(ACCOUNT + " SETTLED");
    }

    @Test
    void purge_storeFailsInALaterChunk_saysHowManyWereRemoved() {
        messages.accept(1_500);
        consumeResults();
        advance(RETENTION.plusSeconds(1));
        store.operationsBeforeFailure = 1;
        store.failsOperations = true;

        assertThat(send("purge", null, Map.of()).getException()).isInstanceOf(SmsStoreException.class)
                .hasMessageContainingAll("operation=purge ended after 1000 messages were removed", FailingStore.REASON);
    }

    /** A number with the ninth digit is also erased without it. */
    @Test
    void erase_storeFailsAtTheOtherSpelling_saysHowManyWereErasedAndWakesCallers() {
        messages.store("w");
        store.operationsBeforeFailure = 1;
        store.failsOperations = true;

        assertThat(send("erase", null, Map.of("CamelSmsDestination", StoredMessages.NUMBER)).getException())
                .isInstanceOf(SmsStoreException.class)
                .hasMessageContainingAll("operation=erase ended after 1 message was erased", FailingStore.REASON)
                .hasMessageNotContaining(StoredMessages.NUMBER);
        assertThat(store.hints).containsExactly(ACCOUNT + " SETTLED");
    }

    @Test
    void erase_waitingMessage_wakesItsCaller() {
        messages.store("w");

        send("erase", null, Map.of("CamelSmsDestination", StoredMessages.NUMBER));

        assertThat(store.hints).containsExactly(ACCOUNT + " SETTLED");
    }

    @ParameterizedTest
    @ValueSource(booleans = { true, false })
    void redelivery_idsCanBeReadOnce_repeatsTheOperation(boolean isStream) throws Exception {
        messages.store("a", "b");
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:cancel")
                        .errorHandler(defaultErrorHandler().maximumRedeliveries(1).redeliveryDelay(0)
                                .onRedelivery(exchange -> store.failsOperations = false))
                        .to("sms:messages?operation=cancel");
            }
        });
        store.failsOperations = true;
        List<String> ids = List.of("a", "b");

        Exchange exchange = context.createProducerTemplate()
                .send("direct:cancel", sent -> sent.getMessage().setBody(isStream ? ids.stream() : ids.iterator()));

        assertThat(operated(exchange)).extracting(SmsOperated::correlationId).containsExactly("a", "b");
    }

    @Test
    void start_noOperation_failsListingTheOperations() {
        assertThatThrownBy(() -> start("sms:messages")).hasStackTraceContaining(
                "sms:messages requires the option operation: add ?operation= with one of find, count, resend, cancel, settle, purge, erase");
    }

    @Test
    void start_operationOfAnotherResource_failsListingTheOperations() {
        assertThatThrownBy(() -> start("sms:messages?operation=import")).hasStackTraceContaining(
                "Option operation=import is not one of sms:messages: give one of find, count, ");
        assertThatThrownBy(() -> start("sms:opt-out?operation=erase")).hasStackTraceContaining(
                "Option operation=erase is not one of sms:opt-out: give one of find, add, remove, import");
    }

    @Test
    void start_noStore_failsNamingTheRemedy() {
        component.setMessageStore(null);

        assertThatThrownBy(() -> start("sms:messages?operation=count"))
                .hasStackTraceContaining("sms:messages requires a message store");
    }

    @Test
    void createConsumer_messages_fails() throws Exception {
        SmsEndpoint endpoint = context.getEndpoint("sms:messages?operation=count", SmsEndpoint.class);
        assertThatThrownBy(() -> endpoint.createConsumer(exchange -> {
        })).hasMessageContaining("sms:messages cannot be consumed from");
        assertThatThrownBy(() -> context.getEndpoint("sms:results").createProducer())
                .hasMessageContaining("sms:results cannot be sent to");
    }

    @Test
    void jmxOperations_showNeitherTextNorNumber() throws Exception {
        messages.finish(
                List.of("u", "v"), Map.of(),
                message -> SmsSendResult.unknown(null, "no response", message.correlationId()));
        messages.store("w");
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:count").to("sms:messages?operation=count");
            }
        });

        assertThat(invoke("countMessages")).asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsEntry("UNKNOWN", 2L).containsEntry("WAITING", 1L);
        assertThat(invoke("findMessage", "u")).asString().contains("UNKNOWN", "4321").doesNotContain(
                StoredMessages.NUMBER, StoredMessages.TEXT);
        assertThat(invoke("findMessage", "x")).isNull();
        assertThat(invoke("settleMessages", " u, v ,x", "REJECTED", "asked the provider")).asList().hasSize(3);
        assertThat(stored("v").state()).isEqualTo(SmsMessageState.REJECTED);
        invoke("resendMessages", "v");
        assertThat(stored("v").state()).isEqualTo(SmsMessageState.WAITING);
        invoke("cancelMessages", "v,w", null);
        assertThat(stored("w").state()).isEqualTo(SmsMessageState.CANCELLED);
        consumeResults();
        advance(RETENTION.plusSeconds(1));
        assertThat(invoke("eraseNumber", StoredMessages.NUMBER)).isEqualTo(3L);
        assertThat(invoke("purgeMessages")).isEqualTo(3L);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = { "", " , " })
    void jmxOperations_noId_failAndSaySo(String ids) {
        SmsEndpoint endpoint = context.getEndpoint("sms:messages?operation=count", SmsEndpoint.class);
        for (ThrowingCallable call : List.<ThrowingCallable> of(
                () -> endpoint.resendMessages(ids), () -> endpoint.cancelMessages(ids, "reason"),
                () -> endpoint.settleMessages(ids, "ACCEPTED", null))) {
            assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContainingAll("No correlation id is given", "nothing was changed");
        }
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = { "", " " })
    void findMessage_noId_failsAndSaysSo(String id) {
        SmsEndpoint endpoint = context.getEndpoint("sms:messages?operation=count", SmsEndpoint.class);
        assertThatThrownBy(() -> endpoint.findMessage(id)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("No correlation id is given");
    }

    private Object invoke(String operation, String... arguments) throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName endpoint = server.queryNames(
                new ObjectName("org.apache.camel:context=" + context.getName() + ",type=endpoints,*"), null).stream()
                .filter(name -> name.toString().contains("sms://messages")).findFirst().orElseThrow();
        return server.invoke(
                endpoint, operation, arguments,
                Collections.nCopies(arguments.length, "java.lang.String").toArray(String[]::new));
    }

    private void consumeResults() {
        for (List<SmsResultDelivery> claimed = claim(); !claimed.isEmpty(); claimed = claim()) {
            store.results().acknowledge(claimed.stream().map(SmsResultDelivery::key).toList());
        }
    }

    private List<SmsResultDelivery> claim() {
        return store.results().claim(ACCOUNT, 1_000, Duration.ofMinutes(1)).toCompletableFuture().join();
    }

    private SmsStoredMessage stored(String id) {
        return store.operations().find(ACCOUNT, List.of(id)).toCompletableFuture().join().get(0);
    }

    private Exchange send(String operation, Object body, Map<String, Object> headers) {
        return context.createProducerTemplate().send("sms:messages?operation=" + operation, exchange -> {
            exchange.getMessage().setBody(body);
            headers.forEach(exchange.getMessage()::setHeader);
        });
    }

    private void start(String uri) throws Exception {
        context.getEndpoint(uri).createProducer().start();
    }

    private static <T> T body(Exchange exchange, Class<T> type) {
        assertThat(exchange.getException()).isNull();
        assertThat(exchange.getMessage().getBody()).isInstanceOf(type);
        return type.cast(exchange.getMessage().getBody());
    }

    @SuppressWarnings("unchecked")
    private static List<SmsStoredMessage> found(Exchange exchange) {
        return (List<SmsStoredMessage>) body(exchange, List.class);
    }

    @SuppressWarnings("unchecked")
    private static List<SmsOperated> operated(Exchange exchange) {
        return (List<SmsOperated>) body(exchange, List.class);
    }
}
