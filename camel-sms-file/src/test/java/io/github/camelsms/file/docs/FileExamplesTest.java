package io.github.camelsms.file.docs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import io.github.camelsms.SmsComponent;
import io.github.camelsms.SmsConfiguration;
import io.github.camelsms.simulator.MessageStatus;
import io.github.camelsms.simulator.SmsSimulator;
import io.github.camelsms.simulator.SmsSimulatorExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import org.apache.camel.RoutesBuilder;
import org.apache.camel.test.junit5.CamelTestSupport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class FileExamplesTest extends CamelTestSupport {

    @RegisterExtension
    static final SmsSimulatorExtension SMS = new SmsSimulatorExtension(
            SmsSimulator.builder().requestsPerSecond(0).everyStatus(MessageStatus.DELIVERED)
                    .deliveryDelay(Duration.ZERO, Duration.ZERO).rejectedDestinations(SmsSimulator.REJECTED_SAMPLE_NUMBERS));

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Override
    protected void setupResources() throws Exception {
        Path inbox = Files.createDirectory(folder.resolve("inbox"));
        Files.writeString(inbox.resolve("in.csv"),
                "destination,messageText,correlationId\n11987654321,Hello,a\n11987654321,Hello, you,b\n11900001234,Hello,c\n");
    }

    @Override
    protected RoutesBuilder createRouteBuilder() {
        context.getPropertiesComponent().addOverrideProperty("inbox", folder.resolve("inbox").toString());
        context.getPropertiesComponent().addOverrideProperty("results", folder.resolve("results").toString());
        SmsConfiguration options = context.getComponent("sms", SmsComponent.class).getConfiguration();
        options.setBaseUrl(SMS.baseUrl());
        options.setUsername("demo");
        options.setPassword("demo");
        return new FileExamples();
    }

    @Test
    void examples_csvFile_isSentWithResultsAndStatuses() {
        await().untilAsserted(() -> {
            assertThat(lines("in.csv.results.csv")).hasSize(3).startsWith("correlationId,outcome,code,smsId,reason,sentAt")
                    .anyMatch(row -> row.startsWith("a,ACCEPTED,5,")).anyMatch(row -> row.startsWith("c,REJECTED,-5,"));
            assertThat(lines("statuses.csv")).startsWith("correlationId,status,sentDate")
                    .anyMatch(row -> row.startsWith("a,DELIVERED,"));
        });
    }

    private List<String> lines(String name) throws Exception {
        Path file = folder.resolve("results").resolve(name);
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }
}
