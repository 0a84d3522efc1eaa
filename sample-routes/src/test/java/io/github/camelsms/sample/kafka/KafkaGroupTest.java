package io.github.camelsms.sample.kafka;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import io.github.camelsms.sample.demo.EmbeddedBroker;
import io.github.camelsms.sample.environment.DurablePostgres;
import io.github.camelsms.sample.environment.KafkaBroker;
import io.github.camelsms.sample.environment.Resources;
import io.github.camelsms.sample.environment.SampleProcess;
import io.github.camelsms.simulator.SimulatedMessage;
import io.github.camelsms.simulator.SmsSimulator;
import io.github.camelsms.test.SampleSize;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A consumer group of two processes on one PostgreSQL: one joins while the other reads, and one is killed. The
 * simulator has each record once.
 */
class KafkaGroupTest {

    private static final String TOPIC = "outbox";
    private static final int PARTITIONS = 4;
    private static final int RECORDS = SampleSize.isFull() ? 20_000 : 600;
    private static final int KILLS = SampleSize.isFull() ? 5 : 1;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @SuppressWarnings("NullAway.Init")
    private SmsSimulator simulator;

    @Test
    void group_processJoinsAndIsKilled_sendsEachRecordOnce() throws Exception {
        try (Resources opened = new Resources()) {
            simulator = opened.open(SmsSimulator.builder().requestsPerSecond(0).build());
            simulator.start(warning -> {
            });
            DurablePostgres postgres = opened.open(new DurablePostgres(folder));
            EmbeddedBroker broker = opened.open(EmbeddedBroker.start(folder.resolve("artemis"), "tcp://127.0.0.1:0"));
            KafkaBroker kafka = opened.open(new KafkaBroker(Files.createDirectory(folder.resolve("kafka"))));
            Map<String, String> settings = settings(postgres, broker, kafka);
            Producer<String, String> producer = opened.open(
                    new KafkaProducer<>(
                            Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.address()), new StringSerializer(),
                            new StringSerializer()));
            Set<String> expected = new TreeSet<>();
            put(producer, 0, RECORDS / 2, expected);

            SampleProcess first = opened.open(start("first", settings));
            await(() -> assertThat(sent()).hasSizeGreaterThan(50));
            SampleProcess second = opened.open(start("second", settings));
            put(producer, RECORDS / 2, RECORDS, expected);
            for (int kill = 0; kill < KILLS; kill++) {
                int before = sent().size();
                await(() -> assertThat(sent()).hasSizeGreaterThan(Math.min(before + RECORDS / 10, RECORDS - 1)));
                if (kill % 2 == 0) {
                    first.kill();
                    first = opened.open(start("first", settings));
                } else {
                    second.kill();
                    second = opened.open(start("second", settings));
                }
            }

            await(() -> assertThat(sent()).hasSize(RECORDS));
            await(() -> assertThat(committed(kafka)).isEqualTo(RECORDS));
            assertThat(simulator.messages()).extracting(SimulatedMessage::correlationId).doesNotHaveDuplicates();
            assertThat(sent()).isEqualTo(expected);
        }
    }

    private static Map<String, String> settings(DurablePostgres postgres, EmbeddedBroker broker, KafkaBroker kafka) {
        Map<String, String> settings = new TreeMap<>();
        settings.put("sms.store.url", DurablePostgres.url(postgres.port()));
        settings.put("sms.store.username", "postgres");
        settings.put("sms.store.lease", "3s");
        settings.put("sms.broker.url", "tcp://127.0.0.1:" + broker.port());
        settings.put("sms.kafka.brokers", kafka.address());
        settings.put("sms.kafka.outbox", TOPIC);
        settings.put("sms.kafka.consumers", "2");
        settings.put("camel.component.kafka.session-timeout-ms", "6000");
        settings.put("camel.component.kafka.heartbeat-interval-ms", "1000");
        settings.put("camel.component.sms.request-timeout", "2s");
        settings.put("camel.component.sms.reconcile-after", "1s");
        // Requests that the killed process had claimed and not sent.
        settings.put("camel.component.sms.reconcile-for", "4s");
        settings.put("camel.component.sms.when-not-found", "resend");
        settings.put("camel.component.sms.requests-per-second", "20");
        settings.put("camel.component.sms.batch-size", "20");
        return settings;
    }

    private SampleProcess start(String name, Map<String, String> settings) throws Exception {
        Map<String, String> own = new TreeMap<>(settings);
        own.put("sms.service.url", simulator.baseUrl());
        own.put("sms.service.username", simulator.username());
        own.put("sms.service.password", simulator.password());
        own.put("sms.http.port", "");
        return SampleProcess.ofClasses(
                List.of("-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"), folder.resolve(name), own);
    }

    /** Adds records, and their correlation ids. */
    private static void put(Producer<String, String> producer, int from, int to, Set<String> expected) {
        for (int i = from; i < to; i++) {
            ProducerRecord<String, String> each = new ProducerRecord<>(TOPIC, i % PARTITIONS, null, "Your code is " + i);
            each.headers().add("destination", "11987654321".getBytes(StandardCharsets.UTF_8));
            producer.send(each);
            expected.add(TOPIC + "-" + i % PARTITIONS + "-" + i / PARTITIONS);
        }
        producer.flush();
    }

    private Set<String> sent() {
        Set<String> ids = new TreeSet<>();
        simulator.messages().forEach(message -> ids.add(String.valueOf(message.correlationId())));
        return ids;
    }

    /** Returns the number of records that the group has committed. */
    private static long committed(KafkaBroker kafka) throws Exception {
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.address()))) {
            return admin.listConsumerGroupOffsets("sms").partitionsToOffsetAndMetadata().get().values().stream()
                    .mapToLong(OffsetAndMetadata::offset).sum();
        }
    }

    private static void await(ThrowingRunnable assertion) {
        Awaitility.await().atMost(Duration.ofMinutes(3)).pollInterval(Duration.ofMillis(100)).untilAsserted(assertion);
    }
}
