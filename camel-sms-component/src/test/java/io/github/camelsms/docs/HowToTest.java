package io.github.camelsms.docs;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.camelsms.LogLines;
import io.github.camelsms.SmsAuthenticationException;
import io.github.camelsms.SmsComponent;
import io.github.camelsms.SmsConfiguration;
import io.github.camelsms.SmsEndpoint;
import io.github.camelsms.SmsNotSentException;
import io.github.camelsms.engine.pacing.Pacing;
import io.github.camelsms.model.SmsCheck;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.policy.FrequencyCapPolicy;
import io.github.camelsms.policy.OptOutPolicy;
import io.github.camelsms.policy.SendWindowPolicy;
import io.github.camelsms.simulator.Fault;
import io.github.camelsms.simulator.SimulatedMessage;
import io.github.camelsms.simulator.SmsSimulator;
import io.github.camelsms.store.InMemoryMessageStore;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsOperated;
import io.github.camelsms.store.SmsStoredMessage;
import io.github.camelsms.test.HttpProxy;
import org.apache.logging.log4j.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.apache.camel.CamelExecutionException;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.RoutesBuilder;
import org.apache.camel.builder.NotifyBuilder;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.stub.StubComponent;
import org.apache.camel.main.Main;
import org.apache.camel.spi.IdempotentRepository;
import org.apache.camel.support.processor.idempotent.FileIdempotentRepository;
import org.apache.camel.support.processor.idempotent.MemoryIdempotentRepository;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/**
 * Tests for the examples of the page "How do I …"; {@link ExamplesTest} covers those that other pages share.
 */
class HowToTest extends ExampleTestSupport {

    private static final String NUMBER = "11987654321";
    private static final Map<String, Object> RECIPIENT = Map.of("CamelSmsDestination", NUMBER);

    private final Main main = new Main();

    @AfterEach
    void stop() {
        main.stop();
    }

    @Test
    void retry_notSent_isRetriedAndSentOnce() throws Exception {
        SMS.simulator().failNext(Fault.httpStatus(400));
        start(new HowToExamples.Retry(), new DirectToMock("not-sent"));

        template("direct:invoice", "Hello");

        assertThat(SMS.simulator().messages()).hasSize(1);
        assertThat(mock("not-sent").getReceivedCounter()).isZero();
    }

    /** One message in each request would take a minute and a half. */
    @ParameterizedTest
    @ValueSource(strings = { "direct:lines", "direct:parallel-lines" })
    void lines_manyLines_fillRequests(String uri) throws Exception {
        sms.getConfiguration().setRequestsPerSecond(2);
        start(new HowToExamples.Lines());

        template(uri, IntStream.range(0, 200).mapToObj(i -> NUMBER + ";line " + i).collect(Collectors.joining("\n")));

        assertThat(SMS.simulator().messages()).hasSize(200);
        assertThat(SMS.simulator().statistics().sendRequests()).isLessThan(100);
    }

    @Test
    void aggregate_textsOfSeveralPersons_eachGetsTheirOwn() throws Exception {
        start(new HowToExamples.Aggregated());
        try (ProducerTemplate template = context.createProducerTemplate()) {
            for (String phone : List.of("11900000001", "11900000002", "11900000003")) {
                template.sendBodyAndHeader("direct:greeting", "Hello " + phone.charAt(10), "phone", phone);
            }
        }
        await().until(() -> SMS.simulator().messages().size() == 3);
        assertThat(SMS.simulator().messages()).extracting(SimulatedMessage::destination)
                .containsExactlyInAnyOrder("11900000001", "11900000002", "11900000003");
    }

    static Stream<IdempotentRepository> repositories() throws IOException {
        File file = File.createTempFile("orders", null);
        file.deleteOnExit();
        return Stream.of(
                MemoryIdempotentRepository.memoryIdempotentRepository(),
                FileIdempotentRepository.fileIdempotentRepository(file));
    }

    @ParameterizedTest
    @MethodSource("repositories")
    void skipDuplicates_notSent_isSentWhenSubmittedAgain(IdempotentRepository orders) throws Exception {
        start(new HowToExamples.SkipDuplicates(orders), new DirectToMock("unknown"), new DirectToMock("archive"));
        SMS.simulator().failNext(Fault.httpStatus(400));

        assertThat(submitOrder().getException()).isInstanceOf(SmsNotSentException.class);
        assertThat(submitOrder().getException()).isNull();

        assertThat(SMS.simulator().messages()).hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("repositories")
    void skipDuplicates_unknown_isNotSentAgain(IdempotentRepository orders) throws Exception {
        start(new HowToExamples.SkipDuplicates(orders), new DirectToMock("unknown"), new DirectToMock("archive"));
        SMS.simulator().failNext(Fault.dropAfterAccepting());

        submitOrder();
        submitOrder();

        assertThat(mock("unknown").getReceivedCounter()).isEqualTo(1);
        assertThat(SMS.simulator().statistics().sendRequests()).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("repositories")
    void skipDuplicates_laterStepFails_isNotSentAgain(IdempotentRepository orders) throws Exception {
        start(new HowToExamples.SkipDuplicates(orders), new DirectToMock("unknown"), new DirectToMock("archive"));
        mock("archive").whenAnyExchangeReceived(exchange -> {
            throw new IllegalStateException("the archive is full");
        });

        assertThat(submitOrder().getException()).hasMessage("the archive is full");
        submitOrder();

        assertThat(SMS.simulator().statistics().sendRequests()).isEqualTo(1);
    }

    private Exchange submitOrder() {
        return context.createProducerTemplate().request("direct:order-notice", exchange -> {
            exchange.getMessage().setBody("Hello");
            exchange.getMessage().setHeaders(new HashMap<>(Map.of("CamelSmsDestination", NUMBER, "orderId", "order-1")));
        });
    }

    @Test
    void scheduled_message_hasItsDateInTheConfiguredZone() throws Exception {
        start(new HowToExamples.Scheduled());

        template("direct:greeting", "Happy holidays");

        assertThat(SMS.simulator().messages()).extracting(SimulatedMessage::scheduledDate)
                .containsExactly(Instant.parse("2099-12-24T12:00:00Z"));
    }

    @Test
    void countries_numbersOfThree_areSentOrRejected() throws Exception {
        start(new HowToExamples.SeveralCountries());
        try (ProducerTemplate template = context.createProducerTemplate()) {
            List<Object> outcomes = Stream.of("+52 55 1234 5678", "+55 11 98765-4321", "+1 212 555 0100")
                    .map(number -> template.request("direct:notice-abroad", exchange -> {
                        exchange.getMessage().setHeader("CamelSmsDestination", number);
                        exchange.getMessage().setBody("Hello");
                    }).getMessage().getHeader("CamelSmsOutcome")).toList();

            assertThat(outcomes).containsExactly("ACCEPTED", "ACCEPTED", "REJECTED");
        }
        assertThat(SMS.simulator().messages()).extracting(SimulatedMessage::destination)
                .containsExactlyInAnyOrder("5512345678", NUMBER);
    }

    @Test
    void dryRun_campaign_logsItsTotalsAndProblemsAndSendsNothing() throws Exception {
        start(new HowToExamples.CheckedCampaign(), new DirectToMock("problem"));

        // Camel numbers the routes of all contexts.
        String route = context.getRoutes().stream()
                .filter(each -> each.getEndpoint().getEndpointUri().equals("direct://check-campaign")).findFirst().orElseThrow()
                .getRouteId();
        try (LogLines lines = LogLines.of(Map.of(route, Level.INFO))) {
            context.createProducerTemplate().sendBody(
                    "direct:check-campaign", List.of(SmsMessage.of("Hello", NUMBER), SmsMessage.of("Hello", "123")));

            assertThat(lines.ofLogger(route)).contains(
                    "2 messages, 1 would be rejected; all are sent in PT0S, and cost 0.08");
        }
        assertThat(mock("problem").getExchanges()).singleElement().extracting(
                problem -> problem.getMessage().getBody(SmsCheck.class).verdict()).isEqualTo(SmsCheck.Verdict.REJECTED);
        assertThat(SMS.simulator().statistics().sendRequests()).isZero();
    }

    @Test
    void queue_sameMessageTwice_isSentOnce() throws Exception {
        store();
        context.addComponent("jms", new StubComponent());
        start(new HowToExamples.QueueToStore());
        NotifyBuilder both = new NotifyBuilder(context).whenCompleted(2).create();

        queue("order-1");
        queue("order-1");
        assertThat(both.matches(60, TimeUnit.SECONDS)).isTrue();
        queue("order-2");

        await().until(() -> SMS.simulator().message("order-2").isPresent());
        assertThat(SMS.simulator().messages()).extracting(SimulatedMessage::correlationId)
                .containsExactly("order-1", "order-2");
    }

    private void queue(String order) {
        context.createProducerTemplate().sendBodyAndHeaders(
                "jms:queue:sms.outbox?transacted=true&concurrentConsumers=5&disableReplyTo=true", "Hello",
                Map.of("destination", NUMBER, "orderId", order));
    }

    @Test
    void outbox_message_isOnTheQueueWithItsProperties() throws Exception {
        context.addComponent("jms", new StubComponent());
        start(new HowToExamples.Outbox());

        context.createProducerTemplate().sendBodyAndHeaders(
                "direct:outbox", "Hello", Map.of("phone", NUMBER, "orderId", "order-1"));

        Exchange queued = context.createConsumerTemplate().receive("jms:queue:sms.outbox", 30_000);
        assertThat(queued.getMessage().getHeaders()).containsEntry("destination", NUMBER)
                .containsEntry("correlationId", "order-1");
    }

    @Test
    void send_toItsOwnSimulator_receivesTheMessage() {
        List<SimulatedMessage> messages = HowToExamples.send(sms, () -> {
            sms.getConfiguration().setUsername("demo");
            sms.getConfiguration().setPassword("demo");
            context.start();
            context.createProducerTemplate().requestBody("sms:send", SmsMessage.of("Hello", NUMBER));
        });

        assertThat(messages).extracting(SimulatedMessage::destination).containsExactly(NUMBER);
    }

    @Test
    void deliveryReports_status_isOnTheQueue() throws Exception {
        context.addComponent("jms", new StubComponent());
        start(new HowToExamples.DeliveryReports(), new ReminderRoute());

        context.createProducerTemplate().requestBodyAndHeaders(
                "direct:reminder", "Hello", Map.of("phone", NUMBER, "CamelSmsCorrelationId", "order-1"));

        String report = context.createConsumerTemplate().receiveBody("jms:queue:sms.statuses", 30_000, String.class);
        assertThat(report).matches("order-1;[A-Z_]+");
    }

    @Test
    void operations_storedMessage_isCancelledSentAndErased() throws Exception {
        store();
        start(new HowToExamples.Operations(), new ReminderRoute());
        HowToExamples.pause(context);
        context.createProducerTemplate().requestBody(
                "sms:send?completeOn=stored", new SmsMessage("Hello", NUMBER, "a", null));

        assertThat(context.createProducerTemplate().requestBody("direct:cancel", List.of("a")))
                .isEqualTo(List.of(new SmsOperated("a", SmsMessageState.CANCELLED, true)));
        assertThat(context.createProducerTemplate().requestBody("direct:send-parked", List.of("a")))
                .isEqualTo(List.of(new SmsOperated("a", SmsMessageState.WAITING, true)));
        assertThat(context.createProducerTemplate().requestBody("direct:erase", NUMBER)).isEqualTo(1L);
        HowToExamples.resumeOne(context);
        context.createProducerTemplate().requestBody("sms:send", new SmsMessage("Hello", NUMBER, "b", null));
        assertThat(SMS.simulator().messages()).extracting(SimulatedMessage::correlationId).containsExactly("b");
    }

    @Test
    void optOuts_fileAndSingleNumber_receiveNothing() throws Exception {
        main.bind("messageStore", new InMemoryMessageStore(InstantSource.system()));
        main.bind("file", new StubComponent());
        start(properties("opt-outs"), account(SMS.baseUrl()), new HowToExamples.OptOuts());
        ProducerTemplate template = main.getCamelTemplate();

        Exchange imported = template.request(
                "file:opt-outs?include=.*[.]csv&move=.done", file -> file.getMessage().setBody(
                        "name;destination\nAna;+55 21 98765-0000\nRui;12\n"));
        assertThat(imported.getMessage().getHeaders()).containsEntry("CamelSmsAdded", 1).containsEntry("CamelSmsRejected", 1);
        assertThat(template.requestBody("direct:unsubscribe", "+55 11 98765-4321")).isEqualTo(1);
        List<?> results = template.requestBody(
                "sms:send", List.of(SmsMessage.of("Hello", "1187654321"), SmsMessage.of("Hello", "21987650001")), List.class);
        assertThat(results).extracting(Object::toString).satisfiesExactly(
                rejected -> assertThat(rejected).contains("REJECTED", "OPTED_OUT: the number is in the opt-outs"),
                accepted -> assertThat(accepted).contains("ACCEPTED"));
    }

    private static RouteBuilder policyRoute() {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:policies").to("sms:send");
            }
        };
    }

    @Test
    void policies_inJava_rejectOptedOutAndSendPasswords() throws Exception {
        store();
        HowToExamples.Policies.set(sms);
        start(policyRoute());

        checkPolicies(sms, context.createProducerTemplate());
    }

    @Test
    void policies_inProperties_rejectOptedOutAndSendPasswords() throws Exception {
        main.bind("messageStore", new InMemoryMessageStore(InstantSource.system()));
        start(properties("policies"), account(SMS.baseUrl()), policyRoute());
        SmsComponent component = main.getCamelContext().getComponent("sms", SmsComponent.class);

        assertThat(component.getPolicies()).hasExactlyElementsOfTypes(
                OptOutPolicy.class, SendWindowPolicy.class, FrequencyCapPolicy.class);
        checkPolicies(component, main.getCamelTemplate());
    }

    private static void checkPolicies(SmsComponent component, ProducerTemplate template) {
        component.getMessageStore().optOuts().add(List.of("21987650000"), null);

        assertThat(template
                .requestBody("direct:policies", SmsMessage.of("12345", "21987650000").withPriority(9), SmsSendResult.class)
                .reason()).startsWith("OPTED_OUT");
        assertThat(template.requestBody("direct:policies", SmsMessage.of("12345", NUMBER).withPriority(9), SmsSendResult.class)
                .outcome()).isEqualTo(SmsOutcome.ACCEPTED);
    }

    @Test
    void due_storedMessage_waitsAndCanBeCancelled() throws Exception {
        store();
        start(new HowToExamples.Operations());
        context.createProducerTemplate().requestBody("direct:remind-later", new SmsMessage("Hello", NUMBER, "a", null));

        assertThat(context.createProducerTemplate().requestBody("direct:cancel", List.of("a")))
                .isEqualTo(List.of(new SmsOperated("a", SmsMessageState.CANCELLED, true)));
        assertThat(SMS.simulator().messages()).isEmpty();
    }

    @Test
    void notReached_messageThatWasNotSent_isPassedOn() throws Exception {
        store();
        List<String> notReached = new CopyOnWriteArrayList<>();
        start(new HowToExamples.NotReached(), new ReminderRoute(), new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:call-customer").process(
                        exchange -> notReached.add(exchange.getMessage().getBody(SmsStoredMessage.class).correlationId()));
            }
        });
        SMS.simulator().failNext(Fault.httpStatus(400));
        context.createProducerTemplate().asyncRequestBody("sms:send", (Object) new SmsMessage("Hello", NUMBER, "a", null))
                .handle((result, failure) -> failure).get(30, TimeUnit.SECONDS);
        SmsStoredMessage notSent = context.createProducerTemplate().requestBodyAndHeader(
                "sms:messages?operation=find", null, "CamelSmsCorrelationId", "a", SmsStoredMessage.class);

        context.createProducerTemplate().sendBodyAndHeader("direct:not-reached", "", "CamelSmsDate", notSent.finishedAt());

        assertThat(notReached).containsExactly("a");
    }

    @Test
    void pause_account_holdsItsMessagesUntilItResumes() throws Exception {
        start(new ReminderRoute());
        HowToExamples.pause(context);
        var sending = context.createProducerTemplate().asyncRequestBodyAndHeader("direct:reminder", "Hello", "phone", NUMBER);

        await().until(() -> HowToExamples.describe(context).startsWith("SUSPENDED, 1 pending, 0 in flight"));
        assertThat(SMS.simulator().messages()).isEmpty();
        HowToExamples.resumeOne(context);

        assertThat(sending).succeedsWithin(Duration.ofSeconds(30));
        assertThat(HowToExamples.describe(context)).startsWith("RUNNING, 0 pending").endsWith("trouble: null");
    }

    @Test
    void changePassword_contextRunning_isUsedByItsRoutes() throws Exception {
        start(new ReminderRoute());
        HowToExamples.changePassword(context, "wrong");
        assertThatThrownBy(() -> template("direct:reminder", "Hello")).isInstanceOf(CamelExecutionException.class)
                .hasCauseInstanceOf(SmsAuthenticationException.class);
    }

    @Test
    void changePassword_templateIsStoppedMeanwhile_usesTheNewPassword() throws Exception {
        start(new ReminderRoute());
        ProducerTemplate template = context.createProducerTemplate();
        template.requestBodyAndHeaders("sms:send?deliveryTimeout=60000", "Hello", RECIPIENT);

        template.stop();
        HowToExamples.changePassword(context, "wrong");
        template.start();

        assertThatThrownBy(() -> template.requestBodyAndHeaders("sms:send?deliveryTimeout=60000", "Hello", RECIPIENT))
                .isInstanceOf(CamelExecutionException.class).hasCauseInstanceOf(SmsAuthenticationException.class);
    }

    @Test
    void changePassword_templateStillUsesTheOldPassword_failsWithTheRemedy() throws Exception {
        start(new ReminderRoute());
        context.createProducerTemplate().requestBodyAndHeaders("sms:send?deliveryTimeout=60000", "Hello", RECIPIENT);

        assertThatThrownBy(() -> HowToExamples.changePassword(context, "other"))
                .hasMessageContainingAll("Option password is shared", "stop and start the ProducerTemplates");
    }

    @Test
    void twoAccounts_eachRoute_usesItsOwnAccount() throws Exception {
        try (SmsSimulator alerts = SmsSimulator.builder().username("alerts").build().start()) {
            start(properties("two-accounts"), Map.of(
                    "camel.component.sms.base-url", SMS.baseUrl(), "camel.component.sms.username", "demo",
                    "camel.beans.alerts.configuration.baseUrl", alerts.baseUrl()), new HowToExamples.TwoAccounts());

            main.getCamelTemplate().requestBodyAndHeaders("direct:campaign", "Hello", RECIPIENT);
            main.getCamelTemplate().requestBodyAndHeaders("direct:alert", "Hello", RECIPIENT);

            assertThat(SMS.simulator().messages()).hasSize(1);
            assertThat(alerts.messages()).hasSize(1);
        }
    }

    @Test
    void secondAccount_inTheUri_overridesTheComponentAccount() throws Exception {
        try (SmsSimulator alerts = SmsSimulator.builder().username("alerts").build().start()) {
            context.getPropertiesComponent().addInitialProperty("alerts.password", "demo");
            start(new HowToExamples.SecondAccount());
            sms.getConfiguration().setBaseUrl(alerts.baseUrl());
            context.getRouteController().reloadAllRoutes();

            template("direct:alert", "Hello");

            assertThat(alerts.messages()).hasSize(1);
        }
    }

    @Test
    void proxy_request_usesTheProxyWithItsPassword() throws Exception {
        String accepted = Base64.getEncoder().encodeToString("sms-app:changeit".getBytes(StandardCharsets.UTF_8));
        try (HttpProxy proxy = HttpProxy.requiring("Basic realm=\"proxy\"", "Basic " + accepted)) {
            Properties page = properties("proxy");
            page.setProperty("camel.component.sms.proxy-host", "127.0.0.1");
            page.setProperty("camel.component.sms.proxy-port", Integer.toString(proxy.port()));

            start(page, account("http://sms.example.com:" + SMS.simulator().port()), new ReminderRoute());
            main.getCamelTemplate().requestBodyAndHeader("direct:reminder", "Hello", "phone", NUMBER);

            assertThat(SMS.simulator().messages()).hasSize(1);
            assertThat(proxy.requests()).singleElement().asString().startsWith("POST http://sms.example.com:");
        }
    }

    @Test
    void tls_trustStoreProperties_configureTheComponent() throws Exception {
        Properties page = properties("tls");
        page.setProperty("camel.ssl.trust-store", "classpath:keystore");
        page.setProperty("camel.ssl.trust-store-password", "password");

        start(page, account("https://localhost:1"), new ReminderRoute());

        SmsConfiguration options = main.getCamelContext().getEndpoint("sms:send", SmsEndpoint.class).getConfiguration();
        assertThat(options.getSslContextParameters()).isNotNull().satisfies(
                tls -> assertThat(tls.getTrustManagers().getKeyStore().getResource()).isEqualTo("classpath:keystore"));
    }

    @Test
    void shutdownAndThrottling_properties_configureTheComponent() throws Exception {
        Properties page = properties("shutdown");
        page.putAll(properties("throttling"));

        start(page, account(SMS.baseUrl()), new ReminderRoute());

        SmsConfiguration options = main.getCamelContext().getEndpoint("sms:send", SmsEndpoint.class).getConfiguration();
        assertThat(main.getCamelContext().getShutdownStrategy().getTimeout()).isEqualTo(120);
        assertThat(options.getMaxPendingMessages()).isEqualTo(20_000);
        assertThat(options.getRequestsPerSecond()).isEqualTo(0.5);
        assertThat(options.getPacing()).isEqualTo(Pacing.strict);
    }

    @Override
    protected Properties useOverridePropertiesWithPropertiesComponent() {
        Properties properties = new Properties();
        properties.setProperty("retryDelay", "1");
        return properties;
    }

    private void start(Properties page, Map<String, String> account, RoutesBuilder routes) {
        page.putAll(account);
        main.setOverrideProperties(page);
        main.configure().addRoutesBuilder(routes);
        main.start();
    }

    private static Map<String, String> account(String baseUrl) {
        return Map.of(
                "camel.component.sms.base-url", baseUrl, "camel.component.sms.username", "demo",
                "camel.component.sms.password", "demo", "camel.component.sms.delivery-timeout", "20000");
    }

    private static Properties properties(String name) throws IOException {
        Properties properties = new Properties();
        try (InputStream page = HowToTest.class.getResourceAsStream("/io/github/camelsms/howto/" + name + ".properties")) {
            properties.load(page);
        }
        return properties;
    }

    private void store() {
        sms.setMessageStore(new InMemoryMessageStore(InstantSource.system()));
    }

    private void template(String uri, String text) {
        context.createProducerTemplate().requestBodyAndHeaders(uri, text, Map.of(
                "phone", NUMBER, "CamelSmsDestination", NUMBER));
    }
}
