package io.github.camelsms.sample.routes;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class StatusRoutesTest extends SampleRoutesFixture {

    @Test
    void status_eachMessage_isOnTheQueue() throws Exception {
        app.produce("sms.outbox", 3, QueueRoutesTest::text);

        app.start();

        await(() -> assertThat(app.depth("sms.statuses")).isEqualTo(3));
        Set<Object> ids = new HashSet<>();
        for (int i = 0; i < 3; i++) {
            Map<?, ?> status = new ObjectMapper().readValue(app.receive("sms.statuses").getBody(String.class), Map.class);
            ids.add(status.get("correlationId"));
            assertThat(status.get("status")).isEqualTo("DELIVERED");
            assertThat(status.get("destination")).isEqualTo("11987654321");
            assertThat(status.containsKey("sentDate")).isTrue();
        }
        assertThat(ids).isEqualTo(Set.of("id-0", "id-1", "id-2"));
    }
}
