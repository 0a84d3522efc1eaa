package io.github.camelsms.sample.routes;

import java.nio.file.Files;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsStatus;
import jakarta.jms.Message;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class StatusRoutesTest extends SampleRoutesFixture {

    private static final SmsStatus DELIVERED = new SmsStatus(
            "id-1", "11987654321", Instant.parse("2026-03-31T17:30:00Z"), SmsDeliveryStatus.DELIVERED, "DELIVERED");
    private static final String JSON = "{\"correlationId\":\"id-1\",\"destination\":\"11987654321\","
                                       + "\"status\":\"DELIVERED\",\"rawStatus\":\"DELIVERED\","
                                       + "\"sentDate\":\"2026-03-31T17:30:00Z\"}";

    @ParameterizedTest
    @ValueSource(strings = { "java", "yaml" })
    void status_comesIn_goesToQueueAndFile(String language) throws Exception {
        app.start(language);

        app.sms.emit(DELIVERED);

        assertThat(app.receive("sms.statuses").getBody(String.class)).isEqualTo(JSON);
        assertThat(Files.readAllLines(folder.resolve("statuses.csv"))).containsExactly("correlationId,status,sentDate",
                "id-1,DELIVERED,2026-03-31T17:30:00Z");
        assertThat(app.tally.count(SmsDeliveryStatus.DELIVERED)).isEqualTo(1);
    }

    @Test
    void status_pollsThatFail_becomeRarer() throws Exception {
        app.start();

        assertThat(app.uriOf("sms-statuses")).contains("backoffErrorThreshold=2", "backoffMultiplier=11");
    }

    @ParameterizedTest
    @ValueSource(strings = { "java", "yaml" })
    void query_withoutReplyTo_isAnsweredOnTheAnswersQueue(String language) throws Exception {
        app.sms.byDate = List.of(DELIVERED);
        app.start(language);

        app.produce("sms.status.queries", 1, (jms, i) -> jms.createTextMessage("2026-03-31"));

        assertThat(app.receive("sms.status.answers").getBody(String.class))
                .isEqualTo("{\"statuses\":[" + JSON + "]}");
    }

    @Test
    void query_withReplyTo_isAnsweredThere() throws Exception {
        app.sms.byDate = List.of(DELIVERED);
        app.start();

        app.produce("sms.status.queries", 1, (jms, i) -> {
            Message query = jms.createMessage();
            query.setStringProperty("date", "1774981800");
            query.setJMSReplyTo(jms.createQueue(app.queue("my.answers")));
            return query;
        });

        assertThat(app.receive("my.answers").getBody(String.class)).contains(JSON);
        assertThat(app.depth("sms.status.answers")).isZero();
    }

    @Test
    void query_brokerClosesBeforeTheAnswer_staysOnTheQueue() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        app.sms.whenAskedByDate = () -> {
            asked.countDown();
            new CountDownLatch(1).await();
        };
        app.start();
        app.produce("sms.status.queries", 1, (jms, i) -> jms.createTextMessage("2026-03-31"));
        assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();

        crash();

        await(() -> assertThat(app.depth("sms.status.queries")).isEqualTo(1));
        assertThat(app.depth("sms.status.answers")).isZero();
    }

    @Test
    void query_withoutADate_isAnsweredWithTheReason() throws Exception {
        app.start();

        app.produce("sms.status.queries", 1, (jms, i) -> jms.createTextMessage("yesterday"));

        assertThat(app.receive("sms.status.answers").getBody(String.class)).isEqualTo(
                "{\"error\":\"'yesterday' is not a date: write 2026-03-31, epoch seconds or 2026-03-31T14:30:00-03:00\"}");
    }

    @Test
    void query_epochMilliseconds_areAnsweredWithTheReason() throws Exception {
        app.start();

        app.produce("sms.status.queries", 1, (jms, i) -> {
            Message query = jms.createMessage();
            query.setLongProperty("date", 1_774_981_800_000L);
            return query;
        });

        assertThat(app.receive("sms.status.answers").getBody(String.class))
                .startsWith("{\"error\":\"'1774981800000' is not a date: write 2026-03-31, epoch seconds");
    }
}
