package io.github.camelsms;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsNewMessage;
import io.github.camelsms.store.SmsOffer;
import org.junit.jupiter.api.Test;

import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.console.DevConsole;
import org.apache.camel.health.HealthCheck;
import org.apache.camel.health.HealthCheckHelper;
import org.apache.camel.util.json.JsonArray;
import org.apache.camel.util.json.JsonObject;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that operators see messages that wait only in the message store, and how long they have waited.
 */
class StoredBacklogTest extends StoreFixture {

    private static final SmsMessage MESSAGE = new SmsMessage("hello", "11987654321", "c1", null);

    @Override
    protected void prepare() {
        HealthCheckHelper.getHealthCheckRepository(context, "producers").setEnabled(true);
    }

    @Test
    void health_storedMessageWaitsLongerThanTheGivenLimit_isDownWithTheRemedy() throws Exception {
        store("sms:send?completeOn=stored&healthMaxBacklogAge=1h");
        advance(Duration.ofMinutes(61));

        HealthCheck.Result health = health();

        assertThat(health.getState()).isEqualTo(HealthCheck.State.DOWN);
        assertThat(health.getDetails()).containsEntry("sms.stored.waiting", 1L)
                .containsEntry("sms.stored.oldest.millis", Duration.ofMinutes(61).toMillis());
        assertThat(health.getDetails().get("sms.reason")).asString()
                .contains("3660 s", "healthMaxBacklogAge (3600 s)", "sending is suspended", "resumeSending");
    }

    /** With the default limit, which is for callers that wait, each large campaign would bring it down. */
    @Test
    void health_storedMessageWaitsAndNoLimitIsGiven_isUpWithItsAge() throws Exception {
        store("sms:send?completeOn=stored");
        advance(Duration.ofMinutes(61));

        HealthCheck.Result health = health();

        assertThat(health.getState()).isEqualTo(HealthCheck.State.UP);
        assertThat(health.getDetails()).containsEntry("sms.stored.waiting", 1L)
                .containsEntry("sms.stored.oldest.millis", Duration.ofMinutes(61).toMillis());
    }

    @Test
    void health_messageIsScheduledForLater_isNotLate() throws Exception {
        start("sms:send?completeOn=stored&healthMaxBacklogAge=1h");
        MessageStore.await(store.intake().store(
                ACCOUNT, List.of(new SmsNewMessage(MESSAGE, now.get().plus(Duration.ofHours(3)), Map.of(), SmsOffer.NEVER))));
        advance(Duration.ofHours(2));

        assertThat(health().getState()).isEqualTo(HealthCheck.State.UP);
        assertThat(health().getDetails()).containsEntry("sms.stored.oldest.millis", 0L);
    }

    @Test
    void console_storedMessageWaits_showsItsAge() throws Exception {
        store("sms:send?completeOn=stored");
        advance(Duration.ofMinutes(61));
        SmsDevConsole console = new SmsDevConsole();
        console.setCamelContext(context);

        assertThat(console.call(DevConsole.MediaType.TEXT, Map.of()).toString()).contains("WAITING=1",
                "oldestMillis=" + Duration.ofMinutes(61).toMillis());
    }

    @Test
    void console_storedMessagesWait_areInTheBacklogAndItsTimeToDrain() throws Exception {
        start("sms:send?completeOn=stored");
        for (int i = 0; i < 450; i++) {
            SmsMessage message = new SmsMessage("hello", "11987654321", "b" + i, null);
            context.createFluentProducerTemplate().to("direct:store").withBody(message).send();
        }
        MessageStore.await(store.intake().store(
                ACCOUNT, List.of(new SmsNewMessage(MESSAGE, now.get().plus(Duration.ofHours(3)), Map.of(), SmsOffer.NEVER))));
        SmsDevConsole console = new SmsDevConsole();
        console.setCamelContext(context);

        JsonObject root = (JsonObject) console.call(DevConsole.MediaType.JSON, Map.of());
        JsonObject account = (JsonObject) ((JsonArray) root.get("accounts")).get(0);

        assertThat((JsonObject) account.get("queue")).containsEntry("pending", 0);
        assertThat((JsonObject) account.get("backlog")).containsEntry("messages", 450L).containsEntry("scheduled", 1L)
                .hasEntrySatisfying("drainMillis", drain -> assertThat((Long) drain).isPositive());
    }

    private void store(String uri) throws Exception {
        start(uri);
        assertThat(context.createFluentProducerTemplate().to("direct:store").withBody(MESSAGE).send().getException()).isNull();
    }

    private void start(String uri) throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:store").to(uri);
            }
        });
        component.suspendSending();
    }

    private HealthCheck.Result health() {
        return HealthCheckHelper.invokeReadiness(context, "full").stream()
                .filter(result -> result.getCheck().getId().startsWith("producer:sms-")).findAny().orElseThrow();
    }
}
