// tag::test[]
package hello;

import java.time.Duration;

import io.github.camelsms.simulator.SmsSimulatorExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.jms.core.JmsTemplate;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import static org.awaitility.Awaitility.await;

@SpringBootTest(properties = "spring.config.location=classpath:docs/hello-queue.properties")
@DirtiesContext                                                 // stops the application after the test
class HelloQueueTest {

    @RegisterExtension
    static final SmsSimulatorExtension SMS = new SmsSimulatorExtension();

    @DynamicPropertySource
    static void service(DynamicPropertyRegistry properties) {
        properties.add("camel.component.sms.base-url", SMS::baseUrl);
        properties.add("camel.component.sms.store.jdbc.file", () -> "target/test.db");
        properties.add("spring.artemis.embedded.persistent", () -> "false");
    }

    @Test
    void outbox_message_isSent(@Autowired JmsTemplate jms) {
        jms.convertAndSend("sms.outbox", "Your order has left", message -> {
            message.setStringProperty("destination", "11987654321");
            return message;
        });

        await().atMost(Duration.ofSeconds(30)).until(() -> SMS.simulator().messages().size() == 1);
    }
}
// end::test[]
