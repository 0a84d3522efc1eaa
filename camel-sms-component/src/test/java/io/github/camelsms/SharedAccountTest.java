package io.github.camelsms;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.github.camelsms.engine.pacing.Pacing;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.send.SmsSendProducer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.apache.camel.Consumer;
import org.apache.camel.Exchange;
import org.apache.camel.FailedToStartRouteException;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.support.DefaultScheduledPollConsumerScheduler;
import org.apache.camel.support.jsse.KeyStoreParameters;
import org.apache.camel.support.jsse.SSLContextParameters;
import org.apache.camel.support.jsse.TrustManagersParameters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests for routes that share an account: changes of one route do not affect the others.
 */
class SharedAccountTest extends AccountFixture {

    @Override
    void configure(SmsConfiguration options) {
        options.setUsername("demo");
    }

    @Test
    void stop_firstOfTwoRoutesOnAnEndpoint_keepsTheSettingsOfTheOther() throws Exception {
        addRoute("first", "sms:send?batchSize=20");
        addRoute("second", "sms:send?batchSize=20");
        context.getRouteController().stopRoute("first");
        assertThatThrownBy(() -> addRoute("third", "sms:send?batchSize=10")).isInstanceOf(FailedToStartRouteException.class)
                .rootCause().hasMessageContainingAll("Option batchSize", "20", "10");
        assertThat(outcome(send("second"))).isEqualTo(SmsOutcome.ACCEPTED);
    }

    @ParameterizedTest
    @ValueSource(booleans = { true, false })
    void start_endpointThatSetsNoSharedOption_followsTheAccount(boolean isStatusFirst) throws Exception {
        if (isStatusFirst) {
            addPoller("poller", "sms:status?initialDelay=3600000");
        }
        addRoute("send", "sms:send?requestTimeout=300&connectTimeout=2000&batchSize=7&requestsPerSecond=20");
        if (!isStatusFirst) {
            addPoller("poller", "sms:status?initialDelay=3600000");
        }
        addRoute("query", "sms:status?query=byDate");
        addRoute("other", "sms:send");
        service.holdResponses();

        assertThat(outcome(send("other"))).isEqualTo(SmsOutcome.UNKNOWN);
        assertThat(component.find(context.getEndpoint("sms:send", SmsEndpoint.class)).sending().batchSize()).isEqualTo(7);
        service.releaseResponses();
    }

    @Test
    void start_proxyOfOneEndpoint_isThatOfTheAccountAndOfNoOther() throws Exception {
        addRoute("send", "sms:send?proxyHost=localhost&proxyPort=1&deliveryTimeout=3000");
        addRoute("other", "sms:send?username=other");
        addRoute("status", "sms:status");

        assertThat(send("status").join().getException()).hasMessageContaining("through proxy localhost:1 refused");
        assertThat(outcome(send("other"))).isEqualTo(SmsOutcome.ACCEPTED);
        assertThatThrownBy(() -> addRoute("third", "sms:status?proxyHost=localhost&proxyPort=2")).rootCause()
                .hasMessageContainingAll("Option proxyHost", "localhost:1", "localhost:2");
    }

    @Test
    void stop_statusProducerOnTheUriOfAConsumer_keepsTheConsumerTheOnlyPoller() throws Exception {
        addRoute("query", "sms:status?initialDelay=3600000");
        addPoller("poller", "sms:status?initialDelay=3600000");
        context.getRouteController().stopRoute("query");
        assertThatThrownBy(() -> addPoller("other", "sms:status?initialDelay=3600000&delay=7"))
                .hasStackTraceContaining("are already polled by");
    }

    @Test
    void start_consumerFails_releasesTheAccount() throws Exception {
        context.getRegistry().bind("broken", new BrokenScheduler());
        assertThatThrownBy(() -> addPoller("broken", "sms:status?scheduler=#broken"))
                .hasStackTraceContaining("broken on purpose");
        addPoller("poller", "sms:status?initialDelay=3600000&requestTimeout=5000");
        assertThat(context.getRouteController().getRouteStatus("poller").isStarted()).isTrue();
    }

    @Test
    void start_consumerWithoutRouteFails_releasesTheAccount() throws Exception {
        context.getRegistry().bind("broken", new BrokenScheduler());
        Consumer broken = context.getEndpoint("sms:status?scheduler=#broken").createConsumer(exchange -> {
        });
        assertThatThrownBy(broken::start).hasStackTraceContaining("broken on purpose");
        addPoller("poller", "sms:status?initialDelay=3600000&requestTimeout=5000");
        assertThat(context.getRouteController().getRouteStatus("poller").isStarted()).isTrue();
    }

    @Test
    void stop_producerTwice_doesNotAffectTheOtherUser() throws Exception {
        SmsEndpoint endpoint = context.getEndpoint("sms:send?batchSize=20", SmsEndpoint.class);
        SmsSendProducer first = (SmsSendProducer) endpoint.createProducer();
        SmsSendProducer second = (SmsSendProducer) endpoint.createProducer();
        first.start();
        second.start();
        first.stop();
        first.stop();
        first.shutdown();
        assertThatThrownBy(() -> addRoute("third", "sms:send?batchSize=10")).rootCause().hasMessageContaining("batchSize");
        second.stop();
        addRoute("fourth", "sms:send?batchSize=10");
        assertThat(outcome(send("fourth"))).isEqualTo(SmsOutcome.ACCEPTED);
    }

    @Test
    void start_unreadableKeyStore_keepsTheCurrentClient() throws Exception {
        // Nothing listens there; it matters only that the client of the corrected configuration is used.
        component.getConfiguration().setBaseUrl("https://localhost:1");
        component.getConfiguration().setDeliveryTimeout(3_000);
        context.getRegistry().bind("broken", brokenKeyStore());
        addRoute("first", "sms:send");
        context.getRouteController().stopRoute("first");
        assertThatThrownBy(() -> addRoute("broken", "sms:send?sslContextParameters=#broken"))
                .isInstanceOf(FailedToStartRouteException.class);
        context.getRouteController().startRoute("first");
        Exchange exchange = send("first").join();
        assertThat(exchange.getException()).isInstanceOf(SmsNotSentException.class).hasMessageContaining("refused");
    }

    @Test
    void start_changedClientSettings_completesRequestsInFlight() throws Exception {
        addRoute("first", "sms:send");
        addRoute("query", "sms:status");
        service.holdResponses();
        CompletableFuture<Exchange> sending = send("first");
        CompletableFuture<Exchange> query = send("query");
        await().until(() -> service.heldResponses() == 2);
        context.getRouteController().stopRoute("first", 100, TimeUnit.MILLISECONDS);
        context.getRouteController().stopRoute("query", 100, TimeUnit.MILLISECONDS);
        addRoute("second", "sms:send?requestTimeout=20000");
        service.releaseResponses();
        assertThat(outcome(sending)).isEqualTo(SmsOutcome.ACCEPTED);
        assertThat(query.join().getException()).isNull();
        assertThat(outcome(send("second"))).isEqualTo(SmsOutcome.ACCEPTED);
    }

    @Test
    void start_changedSettings_keepsOnePace() throws Exception {
        component.getConfiguration().setPacing(Pacing.strict);
        component.getConfiguration().setRequestsPerSecond(20);
        addRoute("first", "sms:send?batchSize=1");
        List<CompletableFuture<Exchange>> sending = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            sending.add(send("first"));
        }
        await().until(() -> !service.requestSizes("demo").isEmpty());
        context.getRouteController().stopRoute("first", 10, TimeUnit.MILLISECONDS);
        addRoute("second", "sms:send?batchSize=2");
        for (int i = 0; i < 6; i++) {
            sending.add(send("second"));
        }
        assertThat(sending).allSatisfy(each -> assertThat(outcome(each)).isEqualTo(SmsOutcome.ACCEPTED));
        assertThat(service.smallestGapNanos("demo")).isGreaterThanOrEqualTo(50_000_000L);
        assertThat(service.requestSizes("demo")).contains(2);
        assertThat(component.find(context.getEndpoint("sms:send", SmsEndpoint.class)).sending().batchSize()).isEqualTo(2);
    }

    @Test
    void start_changedSettingsWhileSuspended_staysSuspended() throws Exception {
        addRoute("first", "sms:send");
        component.suspendSending();
        CompletableFuture<Exchange> waiting = send("first");
        await().until(() -> component.getPendingMessages() == 1);
        context.getRouteController().stopRoute("first", 10, TimeUnit.MILLISECONDS);
        addRoute("second", "sms:send?batchSize=10");
        CompletableFuture<Exchange> another = send("second");
        await().until(() -> component.getPendingMessages() == 2);
        assertThat(service.messages("demo")).isEmpty();
        component.resumeSending();
        assertThat(outcome(waiting)).isEqualTo(SmsOutcome.ACCEPTED);
        assertThat(outcome(another)).isEqualTo(SmsOutcome.ACCEPTED);
    }

    @Test
    void suspendSending_afterASettingsChange_alsoHoldsOlderMessages() throws Exception {
        component.getConfiguration().setRequestsPerSecond(5);
        addRoute("first", "sms:send?batchSize=1");
        List<CompletableFuture<Exchange>> sending = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            sending.add(send("first"));
        }
        await().until(() -> !service.requestSizes("demo").isEmpty());
        context.getRouteController().stopRoute("first", 10, TimeUnit.MILLISECONDS);
        addRoute("second", "sms:send?batchSize=2");
        component.suspendSending();
        await().until(() -> component.getPendingMessages() > 0 && component.getRequestsInFlight() == 0);
        assertThat(sending).anySatisfy(each -> assertThat(each).isNotDone());
        component.resumeSending();
        assertThat(sending).allSatisfy(each -> assertThat(outcome(each)).isEqualTo(SmsOutcome.ACCEPTED));
    }

    @Test
    void stop_componentAfterASettingsChange_completesOlderExchanges() throws Exception {
        context.getShutdownStrategy().setTimeout(1);
        component.getConfiguration().setRequestsPerSecond(0.1);
        addRoute("first", "sms:send?batchSize=1");
        List<CompletableFuture<Exchange>> sending = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            sending.add(send("first"));
        }
        await().until(() -> service.requestSizes("demo").size() == 1);
        context.getRouteController().stopRoute("first", 10, TimeUnit.MILLISECONDS);
        addRoute("second", "sms:send?batchSize=2");
        context.stop();
        assertThat(sending).allSatisfy(each -> assertThat(each).succeedsWithin(Duration.ofSeconds(30)));
        assertThat(sending).extracting(AccountFixture::outcome).containsOnlyOnce(SmsOutcome.ACCEPTED)
                .contains(SmsOutcome.NOT_SENT);
    }

    private void addPoller(String id, String uri) throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from(uri).routeId(id).to("mock:" + id);
            }
        });
    }

    private static SSLContextParameters brokenKeyStore() {
        KeyStoreParameters store = new KeyStoreParameters();
        store.setResource("file:no-such-store.p12");
        store.setPassword("changeit");
        TrustManagersParameters trusted = new TrustManagersParameters();
        trusted.setKeyStore(store);
        SSLContextParameters parameters = new SSLContextParameters();
        parameters.setTrustManagers(trusted);
        return parameters;
    }

    /** A scheduler that fails to start. */
    private static final class BrokenScheduler extends DefaultScheduledPollConsumerScheduler {

        @Override
        public void startScheduler() {
            throw new IllegalStateException("broken on purpose");
        }
    }
}
