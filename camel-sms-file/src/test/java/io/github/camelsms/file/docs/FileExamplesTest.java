package io.github.camelsms.file.docs;

import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import io.github.camelsms.SmsComponent;
import io.github.camelsms.SmsConfiguration;
import io.github.camelsms.simulator.MessageStatus;
import io.github.camelsms.simulator.SimulatedMessage;
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
            SmsSimulator.builder().keepTexts(true).requestsPerSecond(0).everyStatus(MessageStatus.DELIVERED)
                    .deliveryDelay(Duration.ZERO, Duration.ZERO).rejectedDestinations(SmsSimulator.REJECTED_SAMPLE_NUMBERS));

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Override
    protected void setupResources() throws Exception {
        Path inbox = Files.createDirectory(folder.resolve("inbox"));
        Files.writeString(inbox.resolve("in.csv"),
                "destination,messageText,correlationId\n11987654321,Hello,a\n11987654321,Hello, you,b\n11900001234,Hello,c\n"
                                                   + "11987654322,Bye,d\n");
    }

    @Override
    protected RoutesBuilder createRouteBuilder() {
        context.getPropertiesComponent().addOverrideProperty("inbox", folder.resolve("inbox").toString());
        context.getPropertiesComponent().addOverrideProperty("files.charset", "IBM850");
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
            List<String> rows = lines("in.csv.results.csv");
            assertThat(rows).hasSize(5);
            assertThat(rows.get(0)).isEqualTo("correlationId,outcome,code,smsId,reason,sentAt,destination,file,line");
            assertThat(rows.get(1)).startsWith("a,ACCEPTED,5,").endsWith(",****4321,in.csv,2");
            assertThat(rows.get(2))
                    .matches("[0-9a-f]{32}-3,REJECTED,,,\"?it has 4 columns instead of 3: .*,,[*]{4}4321,in.csv,3");
            assertThat(rows.get(3)).startsWith("c,REJECTED,-5,").endsWith(",****1234,in.csv,4");
            assertThat(rows.get(4)).startsWith("d,ACCEPTED,5,").endsWith(",****4322,in.csv,5");
            assertThat(lines("statuses.csv")).hasSize(3).startsWith("correlationId,status,sentDate,destination")
                    .anyMatch(row -> row.matches("a,DELIVERED,.*,[*]{4}4321"))
                    .anyMatch(row -> row.matches("d,DELIVERED,.*,[*]{4}4322"));
        });
    }

    @Test
    void options_definition_isUsed() {
        byte[] csv = "destination,messageText\n11987654321,ol\u00E1\n".getBytes(Charset.forName("IBM850"));

        assertThat(template.requestBody("direct:legacy", csv, List.class)).hasSize(1);
        assertThat(SMS.simulator().messages()).extracting(SimulatedMessage::text).contains("ol\u00E1");
    }

    private List<String> lines(String name) throws Exception {
        Path file = folder.resolve("results").resolve(name);
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }
}
