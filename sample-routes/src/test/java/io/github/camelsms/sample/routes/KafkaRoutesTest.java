package io.github.camelsms.sample.routes;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.camelsms.SmsNotSentException;
import io.github.camelsms.sample.environment.KafkaBroker;
import io.github.camelsms.simulator.SimulatedMessage;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class KafkaRoutesTest extends SampleRoutesFixture {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path kafkaFolder;

    @SuppressWarnings("NullAway.Init")
    private static KafkaBroker kafka;

    @SuppressWarnings("NullAway.Init")
    private static Producer<String, String> producer;

    @SuppressWarnings("NullAway.Init")
    private String topic;

    @BeforeAll
    static void startKafka() throws Exception {
        kafka = new KafkaBroker(kafkaFolder);
        producer = new KafkaProducer<>(
                Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.address()), new StringSerializer(),
                new StringSerializer());
    }

    @AfterAll
    static void stopKafka() {
        producer.close();
        kafka.close();
    }

    @BeforeEach
    void nameTopics(TestInfo test) {
        // A group has offsets of topics of its own.
        topic = "outbox-" + Integer.toHexString(test.getDisplayName().hashCode());
        app.with("sms.kafka.brokers", kafka.address()).with("sms.kafka.outbox", topic).with("sms.kafka.dead", topic + ".dead");
    }

    @Test
    void outbox_textsAndJson_areSentOnceWithTheirCoordinates() throws Exception {
        for (int i = 0; i < 100; i++) {
            put(i % 4, i % 2 == 0 ? "text " + i : json("json " + i), i % 2 == 0);
        }

        app.start();

        await(() -> assertThat(app.depth("sms.results")).isEqualTo(100));
        assertThat(app.simulator.messages()).extracting(SimulatedMessage::correlationId).doesNotHaveDuplicates().hasSize(100)
                .allMatch(id -> id.matches(topic + "-[0-3]-[0-9]+"));
        assertThat(app.simulator.messages()).extracting(SimulatedMessage::text).contains("text 0", "json 1");
        await(() -> assertThat(committed()).isEqualTo(100));
    }

    @Test
    void outbox_rejectedOrUnreadable_doNotStopTheirPartition() throws Exception {
        put(0, "no recipient", false);
        put(0, "{\"destination\":", false);
        put(0, "[[\"a\"]]", false);
        put(0, "[" + json("one") + "," + json("two").replace("11987654321", "12") + "]", false);
        put(0, "text", true);

        app.start();

        await(() -> assertThat(app.depth("sms.results")).isEqualTo(5));
        List<String> outcomes = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            JsonNode result = new ObjectMapper().readTree(app.receive("sms.results").getBody(String.class));
            outcomes.add(result.path("outcome").asText() + " " + result.path("correlationId").asText());
        }
        assertThat(outcomes).containsExactlyInAnyOrder(
                "REJECTED " + topic + "-0-0", "REJECTED " + topic + "-0-1", "ACCEPTED " + topic + "-0-3-1",
                "REJECTED " + topic + "-0-3-2", "ACCEPTED " + topic + "-0-4");
        await(() -> assertThat(committed()).isEqualTo(5));
        try (Consumer<String, String> consumer = consumer()) {
            consumer.assign(List.of(new TopicPartition(topic + ".dead", 0), new TopicPartition(topic + ".dead", 1),
                    new TopicPartition(topic + ".dead", 2), new TopicPartition(topic + ".dead", 3)));
            List<String> dead = new ArrayList<>();
            await(() -> {
                consumer.poll(java.time.Duration.ofMillis(100)).forEach(each -> dead.add(each.value()));
                assertThat(dead).containsExactly("[[\"a\"]]");
            });
        }
    }

    @Test
    void outbox_storeUnavailable_recordsStayUntilItWorks() throws Exception {
        for (int i = 0; i < 20; i++) {
            put(i % 4, "text " + i, true);
        }
        AtomicInteger attempts = new AtomicInteger();
        app.around("sms:send", exchange -> {
            if (attempts.incrementAndGet() <= 5) {
                throw new SmsNotSentException("the store is full", List.of());
            }
        }, exchange -> {
        });

        app.start();

        await(() -> assertThat(app.depth("sms.results")).isEqualTo(20));
        assertThat(app.simulator.messages()).extracting(SimulatedMessage::correlationId).doesNotHaveDuplicates().hasSize(20);
        await(() -> assertThat(committed()).isEqualTo(20));
    }

    /** As after a crash between the commits of the store and of Kafka. */
    @Test
    void outbox_failureAfterTheCommit_isNotSentAgain() throws Exception {
        for (int i = 0; i < 8; i++) {
            put(i % 4, "text " + i, true);
        }
        app.failOnce("sms:send", exchange -> {
        });

        app.start();

        await(() -> assertThat(committed()).isEqualTo(8));
        await(() -> assertThat(app.depth("sms.results")).isEqualTo(8));
        assertThat(new TreeSet<>(app.simulator.messages().stream().map(SimulatedMessage::text).toList())).hasSize(8);
        assertThat(app.simulator.messages()).hasSize(8);
    }

    /** Returns the number of records that the group of the application has committed. */
    private long committed() {
        try (Consumer<String, String> consumer = consumer()) {
            TreeSet<Integer> partitions = new TreeSet<>(List.of(0, 1, 2, 3));
            return partitions.stream().map(partition -> new TopicPartition(topic, partition))
                    .map(each -> consumer.committed(java.util.Set.of(each)).get(each))
                    .mapToLong(offset -> offset == null ? 0 : offset.offset()).sum();
        }
    }

    private static Consumer<String, String> consumer() {
        Properties properties = new Properties();
        properties.setProperty(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.address());
        properties.setProperty(ConsumerConfig.GROUP_ID_CONFIG, "sms");
        properties.setProperty(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        properties.setProperty(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        return new KafkaConsumer<>(properties, new StringDeserializer(), new StringDeserializer());
    }

    private void put(int partition, String body, boolean withDestination) throws Exception {
        ProducerRecord<String, String> message = new ProducerRecord<>(topic, partition, null, body);
        if (withDestination) {
            message.headers().add("destination", "11987654321".getBytes(StandardCharsets.UTF_8));
        }
        producer.send(message).get();
    }

    private static String json(String text) {
        return "{\"destination\":\"11987654321\",\"messageText\":\"" + text + "\"}";
    }
}
