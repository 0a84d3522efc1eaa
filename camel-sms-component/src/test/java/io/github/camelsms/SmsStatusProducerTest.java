package io.github.camelsms;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.camelsms.account.SmsAccount;
import io.github.camelsms.engine.QueryExecutor;
import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.simulator.Fault;
import io.github.camelsms.simulator.Operation;
import io.github.camelsms.simulator.SettableClock;
import io.github.camelsms.simulator.SmsSimulatorBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.apache.camel.AsyncProcessor;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.mock.MockEndpoint;
import org.apache.camel.support.DefaultExchange;
import org.apache.camel.support.DefaultMessage;
import org.apache.camel.support.service.ServiceHelper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for status queries, by date and not consulted, on 31 March 2026.
 */
class SmsStatusProducerTest extends SmsRouteTestSupport {

    private static final String BY_DATE = "sms:status?query=byDate";
    private static final String NUMBER = "11987654321";
    /** 01:00 UTC on 1 April, 22:00 in São Paulo on the day before. */
    private static final Instant NOW = Instant.parse("2026-04-01T01:00:00Z");

    @Override
    protected SmsSimulatorBuilder configure(SmsSimulatorBuilder builder) {
        return builder.clock(new SettableClock(NOW)).deliveryDelay(Duration.ofHours(1), Duration.ofHours(2));
    }

    static Stream<Object> dates() {
        return Stream.of(
                NOW, Date.from(NOW), LocalDate.of(2026, 3, 31), LocalDateTime.of(2026, 3, 31, 23, 59),
                OffsetDateTime.parse("2026-04-01T03:00:00+02:00"), NOW.getEpochSecond(),
                String.valueOf(NOW.getEpochSecond()), "2026-03-31", "2026-03-31T10:00:00Z", "2026-03-31T10:00:00-03:00",
                "2026-03-31T10:00:00-03", "2026-03-31T10:00-0300", "2026-03-31T10:00:00");
    }

    @ParameterizedTest
    @ValueSource(strings = { "", " ", "123456789 123456789 123456789 123456789 123456789 1" })
    void byDate_impossibleCorrelationId_failsWithTheRemedy(String id) {
        Exchange exchange = query(BY_DATE, Map.of("CamelSmsDate", NOW, "CamelSmsCorrelationId", id));
        assertThat(exchange.getException()).hasMessageContainingAll("CamelSmsCorrelationId", "1 to 50", "remove it");
        assertThat(simulator.statistics().statusByDateRequests()).isZero();
    }

    @ParameterizedTest
    @MethodSource("dates")
    void byDate_anyDateType_findsMessagesOfThatDay(Object date) {
        sendMessages(2);
        Exchange exchange = query(BY_DATE, Map.of("CamelSmsDate", date));
        assertThat(exchange.getException()).isNull();
        assertThat(statuses(exchange)).containsExactly(
                new SmsStatus("m0", NUMBER, NOW, SmsDeliveryStatus.SENT, "SENT"),
                new SmsStatus("m1", NUMBER, NOW, SmsDeliveryStatus.SENT, "SENT"));
    }

    static Stream<Object> datesOfOtherTimes() {
        return Stream.of(
                LocalDate.MAX, LocalDate.MIN, LocalDate.of(1900, 1, 1), Instant.MAX, Instant.ofEpochSecond(-1),
                Instant.ofEpochSecond(NOW.toEpochMilli()), "1900-01-01", -1, NOW.toEpochMilli());
    }

    @ParameterizedTest
    @MethodSource("datesOfOtherTimes")
    void byDate_dateOfAnotherTime_failsWithoutARequest(Object date) {
        Exchange exchange = query(BY_DATE, Map.of("CamelSmsDate", date));
        assertThat(exchange.getException()).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("CamelSmsDate", "1973 to 5138");
        assertThat(simulator.statistics().statusByDateRequests()).isZero();
    }

    static Stream<Object> localDates() {
        return Stream.of(LocalDate.of(2026, 3, 31), java.sql.Date.valueOf("2026-03-31"), "2026-03-31",
                LocalDateTime.of(2026, 3, 31, 0, 0), "2026-03-31T00:00", List.of("2026-03-31"),
                "2026-03-31".getBytes(StandardCharsets.UTF_8));
    }

    /** A container's zone is often UTC. Midnight there is the day before for the service. */
    @ParameterizedTest
    @MethodSource("localDates")
    void byDate_localDateInAnotherZone_isTheSameDayOfTheService(Object date) {
        sendMessages(1);
        for (String zone : List.of("America/Sao_Paulo", "UTC", "America/Manaus", "Europe/Berlin")) {
            assertThat(statuses(query(BY_DATE + "&zone=" + zone, Map.of("CamelSmsDate", date)))).as(zone).hasSize(1);
            assertThat(statuses(query(BY_DATE + "&zone=" + zone, Map.of("CamelSmsDate", LocalDate.of(2026, 4, 1)))))
                    .as(zone).isEmpty();
        }
    }

    @Test
    void byDate_correlationId_narrowsTheQuery() {
        sendMessages(3);
        assertThat(statuses(query(BY_DATE, Map.of("CamelSmsDate", NOW, "CamelSmsCorrelationId", "m1"))))
                .extracting(SmsStatus::correlationId).containsExactly("m1");
    }

    @Test
    void byDate_destinationInAnyFormat_narrowsTheQuery() {
        sendMessages(2);
        assertThat(send(new SmsMessage("hello", "2133334444", "other", null)).getException()).isNull();
        assertThat(statuses(query(BY_DATE, Map.of("CamelSmsDate", NOW, "CamelSmsDestination", "+55 (21) 3333-4444"))))
                .extracting(SmsStatus::correlationId).containsExactly("other");
    }

    static Stream<Number> wholeNumbers() {
        return Stream.of(
                12_345_678, 12_345_678L, 12_345_678.0, 12_345_678.0f, BigInteger.valueOf(12_345_678),
                new BigDecimal("12345678.000"), new BigDecimal("1.2345678E7"));
    }

    @ParameterizedTest
    @MethodSource("wholeNumbers")
    void byDate_numberAsCorrelationId_usesItsDigits(Number id) {
        assertThat(send(new SmsMessage("hello", NUMBER, "12345678", null)).getException()).isNull();
        Exchange exchange = query(BY_DATE, Map.of("CamelSmsDate", NOW, "CamelSmsCorrelationId", id));
        assertThat(exchange.getException()).isNull();
        assertThat(statuses(exchange)).extracting(SmsStatus::correlationId).containsExactly("12345678");
    }

    static Stream<Number> numbersOfThePhone() {
        return Stream.of(2_133_334_444L, 2_133_334_444.0, BigInteger.valueOf(2_133_334_444), new BigDecimal("2133334444.0"));
    }

    @ParameterizedTest
    @MethodSource("numbersOfThePhone")
    void byDate_numberAsDestination_usesItsDigits(Number destination) {
        assertThat(send(new SmsMessage("hello", "2133334444", "other", null)).getException()).isNull();
        Exchange exchange = query(BY_DATE, Map.of("CamelSmsDate", NOW, "CamelSmsDestination", destination));
        assertThat(exchange.getException()).isNull();
        assertThat(statuses(exchange)).extracting(SmsStatus::correlationId).containsExactly("other");
    }

    @ParameterizedTest
    @ValueSource(strings = { "CamelSmsCorrelationId", "CamelSmsDestination" })
    void byDate_numberThatIsNotAnInteger_failsNamingTheHeader(String header) {
        for (Number number : new Number[] { 1.5, 1e300, Double.NaN, 9_007_199_254_740_994.0, new BigDecimal("0.10") }) {
            Exchange exchange = query(BY_DATE, Map.of("CamelSmsDate", NOW, header, number));
            assertThat(exchange.getException()).isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(header + " is a ").message().doesNotContain(number.toString());
        }
        assertThat(simulator.statistics().statusByDateRequests()).isZero();
    }

    @Test
    void byDate_invalidDestination_failsWithoutShowingIt() {
        Exchange exchange = query(BY_DATE, Map.of("CamelSmsDate", NOW, "CamelSmsDestination", "119876"));
        assertThat(exchange.getException()).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("CamelSmsDestination", "10 or 11 digits").message().doesNotContain("119876");
        assertThat(simulator.statistics().statusByDateRequests()).isZero();
    }

    @Test
    void byDate_dateMissing_failsNamingTheHeaderAndItsTypes() {
        assertThat(query(BY_DATE, Map.of()).getException()).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("CamelSmsDate", "Instant", "LocalDate", "epoch seconds");
        assertThat(simulator.statistics().statusByDateRequests()).isZero();
    }

    static Stream<Object> noDates() {
        return Stream.of("yesterday", "", "2026-02-30", List.of(1), "31/03/2026");
    }

    @ParameterizedTest
    @MethodSource("noDates")
    void byDate_invalidDate_failsNamingTheHeader(Object date) {
        assertThat(query(BY_DATE, Map.of("CamelSmsDate", date)).getException())
                .isInstanceOf(IllegalArgumentException.class).hasMessageContainingAll("CamelSmsDate", "epoch seconds");
    }

    @Test
    void byDate_serviceReturnsCallError_failsWithItsCode() throws Exception {
        try (CannedService canned = new CannedService()) {
            canned.respondNext("/v1/status/date", 200, "{\"status\":\"NOK\",\"code\":-20,\"message\":\"no\"}");
            Exchange exchange = query(BY_DATE + "&baseUrl=" + canned.baseUrl(), Map.of("CamelSmsDate", NOW));
            assertThat(exchange.getException()).isInstanceOf(SmsQueryException.class).hasMessageContaining("-20")
                    .message().doesNotContain("\n");
            assertThat(((SmsQueryException) exchange.getException()).code()).isEqualTo(-20);
        }
    }

    @Test
    void byDate_nothingSent_returnsAnEmptyList() {
        sendMessages(1);
        Exchange exchange = query(BY_DATE, Map.of("CamelSmsDate", LocalDate.of(2025, 1, 1)));
        assertThat(exchange.getException()).isNull();
        assertThat(statuses(exchange)).isEmpty();
    }

    @Test
    void byDate_manyPages_readsAllPages() {
        sendMessages(350);
        List<SmsStatus> found = statuses(query(BY_DATE, Map.of("CamelSmsDate", NOW)));
        assertThat(found).hasSize(350).extracting(SmsStatus::correlationId).doesNotHaveDuplicates();
        assertThat(simulator.statistics().statusByDateRequests()).isEqualTo(4);
    }

    @Test
    void byDate_throttled_retriesAndCompletes() {
        sendMessages(150);
        simulator.failNext(Operation.STATUS_BY_DATE, Fault.tooManyRequests());
        assertThat(statuses(query(BY_DATE, Map.of("CamelSmsDate", NOW)))).hasSize(150);
        assertThat(simulator.statistics().statusByDateRequests()).isEqualTo(3);
    }

    @Test
    void byDate_serviceError_failsInOneLineWithTheStatus() {
        simulator.failNext(Operation.STATUS_BY_DATE, Fault.httpStatus(502));
        Exchange exchange = query(BY_DATE, Map.of("CamelSmsDate", NOW));
        assertThat(exchange.getException()).isInstanceOf(SmsQueryException.class).hasMessageContaining("502")
                .message().doesNotContain("\n", "<");
        assertThat(((SmsQueryException) exchange.getException()).statuses()).isEmpty();
    }

    @Test
    void byDate_serviceUnreachable_failsSayingSo() {
        simulator.stop();
        assertThat(query(BY_DATE, Map.of("CamelSmsDate", NOW)).getException()).isInstanceOf(SmsQueryException.class)
                .hasMessageContaining("refused");
    }

    @Test
    void byDate_sameQueryTwice_returnsTheSameStatuses() {
        sendMessages(1);
        assertThat(statuses(query(BY_DATE, Map.of("CamelSmsDate", NOW)))).hasSize(1);
        assertThat(statuses(query(BY_DATE, Map.of("CamelSmsDate", NOW)))).hasSize(1);
    }

    @Test
    void notConsulted_manyBlocks_readsEachOnce() {
        sendMessages(250);
        assertThat(statuses(query("sms:status", Map.of()))).hasSize(250).extracting(SmsStatus::correlationId)
                .doesNotHaveDuplicates();
        assertThat(simulator.statistics().statusRequests()).isEqualTo(3);
        assertThat(statuses(query("sms:status", Map.of()))).isEmpty();
    }

    @Test
    void notConsulted_redeliveryAfterTheSecondBlock_returnsTheFirstBlockToo() throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:redelivered").errorHandler(defaultErrorHandler().maximumRedeliveries(2).redeliveryDelay(0))
                        .to("sms:status");
                from("direct:caught").loop(2).doTry().to("sms:status")
                        .doCatch(SmsQueryException.class).setBody(simple("${exception.statuses}")).end().to("mock:read");
            }
        });
        sendMessages(250);
        Fault none = Fault.delayResponse(Duration.ZERO);
        simulator.failNext(Operation.STATUS, none, Fault.httpStatus(503), none, Fault.httpStatus(503));
        assertThat(statuses(query("direct:redelivered", Map.of()))).hasSize(250).extracting(SmsStatus::correlationId)
                .doesNotHaveDuplicates();

        sendMessages(150, "n");
        simulator.failNext(Operation.STATUS, none, Fault.httpStatus(503));
        query("direct:caught", Map.of());
        assertThat(context.getEndpoint("mock:read", MockEndpoint.class).getReceivedExchanges())
                .extracting(exchange -> statuses(exchange).size()).containsExactly(100, 50);
    }

    @Test
    void byDate_fullLastPageWithoutLink_failsWithPartialResultUnlessAccepted() throws Exception {
        String items = IntStream.range(0, 100).mapToObj(i -> "{\"correlationId\":\"c" + i + "\",\"status\":\"SENT\"}")
                .collect(Collectors.joining(","));
        try (CannedService canned = new CannedService()) {
            canned.respondOtherwise(200, "{\"status\":\"OK\",\"code\":5,\"sent_status\":[" + items + "],\"cursor\":\"x1\"}");
            String uri = BY_DATE + "&baseUrl=" + canned.baseUrl();

            Exchange failed = query(uri, Map.of("CamelSmsDate", NOW));
            assertThat(failed.getException()).isInstanceOfSatisfying(SmsQueryException.class, e -> {
                assertThat(e.statuses()).hasSize(100);
                assertThat(e).hasMessageContainingAll("100 statuses", "acceptFullLastPage=true").message()
                        .doesNotContain("\n");
            });
            assertThat(statuses(query(uri + "&acceptFullLastPage=true", Map.of("CamelSmsDate", NOW)))).hasSize(100);
        }
    }

    @ParameterizedTest
    @EnumSource
    void process_errorWhileCompleting_failsTheExchange(SmsStatusQuery query) throws Exception {
        AsyncProcessor producer = (AsyncProcessor) context.getEndpoint("sms:status?query=" + query).createProducer();
        ServiceHelper.startService(producer);
        Exchange exchange = new DefaultExchange(context);
        exchange.setMessage(new DefaultMessage(context) {
            @Override
            public void setBody(Object body) {
                throw new OutOfMemoryError("no room for the statuses");
            }
        });
        exchange.getMessage().setHeader("CamelSmsDate", NOW);
        CompletableFuture<Exchange> done = new CompletableFuture<>();

        producer.process(exchange, doneSync -> done.complete(exchange));

        assertThat(done.get(30, TimeUnit.SECONDS).getException()).cause().isInstanceOf(OutOfMemoryError.class)
                .hasMessageContaining("no room");
        ServiceHelper.stopService(producer);
    }

    @Test
    void notConsulted_throttled_retriesAndCompletes() {
        sendMessages(1);
        simulator.failNext(Operation.STATUS, Fault.tooManyRequests());
        assertThat(statuses(query("sms:status", Map.of()))).hasSize(1);
    }

    @Test
    void notConsulted_unreadableResponse_failsWithItsContent() {
        simulator.failNext(Operation.STATUS, Fault.garbageBody());
        Exchange exchange = query("sms:status", Map.of());
        assertThat(exchange.getException()).isInstanceOf(SmsQueryException.class);
        assertThat(((SmsQueryException) exchange.getException()).response()).isNotBlank();
    }

    @Test
    void byDate_manyConcurrentNestedQueries_allComplete() throws Exception {
        sendMessages(1);
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:twice").to(BY_DATE).process(exchange -> {
                    Object again = exchange.getContext().createProducerTemplate()
                            .requestBodyAndHeader(BY_DATE, null, "CamelSmsDate", NOW);
                    exchange.getMessage().setBody(again);
                });
            }
        });
        ProducerTemplate template = context.createProducerTemplate();
        List<CompletableFuture<Exchange>> queries = IntStream.range(0, 4 * QueryExecutor.MAX_RUNNING).mapToObj(
                i -> template.asyncSend("direct:twice", exchange -> exchange.getMessage().setHeader("CamelSmsDate", NOW)))
                .toList();
        assertThat(queries).allSatisfy(query -> assertThat(statuses(query.get(60, TimeUnit.SECONDS))).hasSize(1));
    }

    @Test
    void byDate_queueFull_failsSayingThatNoRequestWasMade() throws Exception {
        statuses(query(BY_DATE, Map.of("CamelSmsDate", NOW)));
        SmsEndpoint endpoint = context.getEndpoint(BY_DATE, SmsEndpoint.class);
        SmsAccount account = endpoint.getComponent().find(endpoint);
        assertThat(account).isNotNull();
        CountDownLatch release = new CountDownLatch(1);
        for (int i = 0; i < QueryExecutor.MAX_RUNNING + QueryExecutor.MAX_WAITING; i++) {
            account.queries().submit(() -> {
                release.await();
                return List.of();
            }, (statuses, failure) -> {
            });
        }

        Exchange refused = query(BY_DATE, Map.of("CamelSmsDate", NOW));

        release.countDown();
        assertThat(refused.getException()).isInstanceOf(SmsQueryException.class)
                .hasMessageContainingAll("1000 are waiting", "No request was sent");
    }

    private Exchange query(String uri, Map<String, Object> headers) {
        return send(uri, exchange -> exchange.getMessage().setHeaders(new HashMap<>(headers)));
    }

    private void sendMessages(int count) {
        sendMessages(count, "m");
    }

    private void sendMessages(int count, String prefix) {
        List<SmsMessage> messages = IntStream.range(0, count)
                .mapToObj(i -> new SmsMessage("hello", NUMBER, prefix + i, null)).toList();
        assertThat(send(messages).getMessage().getHeader("CamelSmsAccepted")).isEqualTo(count);
    }

    @SuppressWarnings("unchecked")
    private static List<SmsStatus> statuses(Exchange exchange) {
        return exchange.getMessage().getBody(List.class);
    }
}
