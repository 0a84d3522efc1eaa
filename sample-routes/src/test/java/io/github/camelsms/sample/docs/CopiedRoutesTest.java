package io.github.camelsms.sample.docs;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.stream.Stream;

import io.github.camelsms.sample.demo.EmbeddedBroker;
import io.github.camelsms.sample.environment.KafkaBroker;
import io.github.camelsms.simulator.SmsSimulator;
import io.github.camelsms.simulator.SmsSimulatorExtension;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.Message;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import org.apache.camel.main.Main;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The sample routes in the project of a user who copies one of their files, and the properties on their page, without
 * the classes of the sample application.
 */
class CopiedRoutesTest {

    @RegisterExtension
    static final SmsSimulatorExtension SMS = new SmsSimulatorExtension(SmsSimulator.builder().requestsPerSecond(0));

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void routes_eachFileAlone_works() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("artemis"), "tcp://127.0.0.1:0");
             KafkaBroker kafka = new KafkaBroker(Files.createDirectory(folder.resolve("kafka")));
             ActiveMQConnectionFactory connections = new ActiveMQConnectionFactory("tcp://127.0.0.1:" + broker.port());
             JMSContext jms = connections.createContext()) {
            Properties settings = settings(broker, kafka);

            run(settings, () -> {
                Path file = Files.writeString(
                        folder.resolve("a.csv.part"), "destination,messageText,correlationId\n11987654321,Hello,file-1\n");
                Files.move(file, Files.createDirectories(folder.resolve("inbox")).resolve("a.csv"));
                await(() -> assertThat(contents(folder.resolve("results"))).contains("file-1,ACCEPTED"));
                await(() -> assertThat(folder.resolve("inbox/.done")).isNotEmptyDirectory());
            }, "files", "results");

            run(settings, () -> {
                jms.createProducer().setProperty("destination", "11987654321").setProperty("correlationId", "queue-1")
                        .send(jms.createQueue("sms.outbox"), "Hello");
                assertThat(receive(jms, "sms.results")).contains("\"queue-1\"", "ACCEPTED");
            }, "queue", "results");

            run(settings, () -> {
                try (Producer<String, String> producer = new KafkaProducer<>(
                        Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.address()), new StringSerializer(),
                        new StringSerializer())) {
                    ProducerRecord<String, String> message = new ProducerRecord<>("sms-outbox", 0, null, "Hello");
                    message.headers().add("destination", "11987654321".getBytes(StandardCharsets.UTF_8));
                    producer.send(message).get();
                }
                assertThat(receive(jms, "sms.results")).contains("\"sms-outbox-0-0\"", "ACCEPTED");
            }, "kafka", "results");

            run(settings, () -> assertThat(receive(jms, "sms.statuses")).contains("correlationId"), "statuses");
        }
        assertThat(SMS.simulator().statistics().acceptedMessages()).isEqualTo(3);
    }

    private interface Use {
        void check() throws Exception;
    }

    /** Runs a project with these files of routes. */
    private void run(Properties settings, Use use, String... names) throws Exception {
        Path routes = Files.createDirectory(folder.resolve("routes-" + names[0]));
        for (String name : names) {
            Files.copy(Path.of("src/main/resources/routes", name + ".camel.yaml"), routes.resolve(name + ".camel.yaml"));
        }
        Main main = new Main();
        main.setPropertyPlaceholderLocations("classpath:docs/copied.properties");
        main.setOverrideProperties(settings);
        main.addOverrideProperty("camel.main.routes-include-pattern", "file:" + routes + "/*.camel.yaml");
        main.start();
        try {
            use.check();
        } finally {
            main.shutdown();
        }
    }

    /** Returns the values that a user replaces. */
    private Properties settings(EmbeddedBroker broker, KafkaBroker kafka) throws Exception {
        Properties settings = new Properties();
        try (InputStream copied = getClass().getResourceAsStream("/docs/copied.properties")) {
            settings.load(Objects.requireNonNull(copied));
        }
        settings.setProperty("camel.component.sms.base-url", SMS.baseUrl());
        settings.setProperty("camel.component.sms.username", "demo");
        settings.setProperty("camel.component.sms.password", "demo");
        settings.setProperty("camel.beans.messageStore.file", folder.resolve("messages.db").toString());
        settings.replaceAll(
                (name, value) -> String.valueOf(value).replace("tcp://broker:61616", "tcp://127.0.0.1:" + broker.port()));
        settings.setProperty("sms.kafka.brokers", kafka.address());
        settings.setProperty("sms.status.cron", "0/1+*+*+*+*+?");
        for (String name : new String[] { "inbox", "failed", "results" }) {
            settings.setProperty("sms.files." + name, folder.resolve(name).toString());
        }
        return settings;
    }

    private static String receive(JMSContext jms, String queue) throws Exception {
        try (JMSConsumer consumer = jms.createConsumer(jms.createQueue(queue))) {
            Message message = consumer.receive(60_000);
            return message.getBody(String.class);
        }
    }

    private static String contents(Path directory) throws Exception {
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                all.append(Files.readString(file));
            }
        }
        return all.toString();
    }

    private static void await(ThrowingRunnable assertion) {
        Awaitility.await().atMost(Duration.ofSeconds(60)).ignoreExceptions().untilAsserted(assertion);
    }
}
