package io.github.camelsms.sample.docs;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

import io.github.camelsms.sample.environment.KafkaBroker;
import io.github.camelsms.simulator.SimulatedMessage;
import io.github.camelsms.simulator.SmsSimulator;
import io.github.camelsms.simulator.SmsSimulatorExtension;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import org.apache.camel.main.Main;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for the Kafka example, with a real Kafka server.
 */
class KafkaExampleTest {

    @RegisterExtension
    static final SmsSimulatorExtension SMS = new SmsSimulatorExtension(SmsSimulator.builder().requestsPerSecond(0));

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void outbox_record_isSentWithItsCoordinatesAsId() throws Exception {
        try (KafkaBroker kafka = new KafkaBroker(Files.createDirectory(folder.resolve("kafka")))) {
            try (Producer<String, String> producer = new KafkaProducer<>(
                    Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.address()), new StringSerializer(),
                    new StringSerializer())) {
                ProducerRecord<String, String> message = new ProducerRecord<>("sms-outbox", 2, null, "Hello");
                message.headers().add("destination", "11987654321".getBytes(StandardCharsets.UTF_8));
                producer.send(message).get();
            }
            Main main = main(kafka);
            main.start();
            try {
                await().atMost(Duration.ofSeconds(60)).untilAsserted(
                        () -> assertThat(SMS.simulator().messages()).extracting(SimulatedMessage::correlationId)
                                .containsExactly("sms-outbox-2-0"));
            } finally {
                main.shutdown();
            }
        }
    }

    private Main main(KafkaBroker kafka) {
        Main main = new Main();
        main.setDefaultPropertyPlaceholderLocation("false");
        main.addInitialProperty("kafka.brokers", kafka.address());
        main.addInitialProperty("camel.component.sms.base-url", SMS.baseUrl());
        main.addInitialProperty("camel.component.sms.username", "demo");
        main.addInitialProperty("camel.component.sms.password", "demo");
        main.addInitialProperty("camel.beans.messageStore", "#class:io.github.camelsms.store.jdbc.JdbcMessageStore");
        main.addInitialProperty("camel.beans.messageStore.file", folder.resolve("messages.db").toString());
        main.addInitialProperty("camel.main.shutdown-timeout", "5");
        main.configure().addRoutesBuilder(new KafkaExample());
        return main;
    }
}
