package io.github.camelsms.file.docs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import io.github.camelsms.SmsComponent;
import io.github.camelsms.simulator.MessageStatus;
import io.github.camelsms.simulator.SmsSimulator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class FileExamplesTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void examples_csvFile_isSentWithResultsAndStatuses() throws Exception {
        Path inbox = Files.createDirectory(folder.resolve("inbox"));
        Files.writeString(inbox.resolve("in.csv"),
                "destination,messageText,correlationId\n11987654321,Hello,a\n11987654321,Hello, you,b\n11900001234,Hello,c\n");
        try (SmsSimulator simulator = SmsSimulator.builder().requestsPerSecond(0).everyStatus(MessageStatus.DELIVERED)
                .deliveryDelay(Duration.ZERO, Duration.ZERO).rejectedDestinations(SmsSimulator.REJECTED_SAMPLE_NUMBERS).build()
                .start();
             CamelContext context = new DefaultCamelContext()) {
            context.getPropertiesComponent().addOverrideProperty("inbox", inbox.toString());
            context.getPropertiesComponent().addOverrideProperty("results", folder.resolve("results").toString());
            SmsComponent sms = context.getComponent("sms", SmsComponent.class);
            sms.getConfiguration().setBaseUrl(simulator.baseUrl());
            sms.getConfiguration().setUsername(simulator.username());
            sms.getConfiguration().setPassword(simulator.password());
            context.addRoutes(new FileExamples());
            context.start();

            await().untilAsserted(() -> {
                assertThat(lines("in.csv.results.csv")).hasSize(3).startsWith("correlationId,outcome,code,smsId,reason,sentAt")
                        .anyMatch(row -> row.startsWith("a,ACCEPTED,5,")).anyMatch(row -> row.startsWith("c,REJECTED,-5,"));
                assertThat(lines("statuses.csv")).startsWith("correlationId,status,sentDate")
                        .anyMatch(row -> row.startsWith("a,DELIVERED,"));
            });
        }
    }

    private List<String> lines(String name) throws Exception {
        Path file = folder.resolve("results").resolve(name);
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }
}
