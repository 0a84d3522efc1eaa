package io.github.camelsms.benchmarks.dryrun;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.camelsms.SmsConstants;
import io.github.camelsms.benchmarks.Contestant;
import io.github.camelsms.benchmarks.Options;
import io.github.camelsms.benchmarks.Rounds;
import io.github.camelsms.benchmarks.Table;
import io.github.camelsms.benchmarks.backlog.Messages;
import io.github.camelsms.benchmarks.peers.SmsProducer;
import io.github.camelsms.benchmarks.report.Report;
import io.github.camelsms.benchmarks.report.Sample;
import io.github.camelsms.benchmarks.throughput.Stopwatch;
import io.github.camelsms.model.SmsDryRun;
import io.github.camelsms.model.SmsMessage;

/**
 * Messages per second of dry runs, without a message store, of inputs of each kind.
 */
public final class DryRunTable implements Table {

    private static final int MESSAGES = 1_000_000;
    /** Messages in an exchange. */
    private static final int INPUT = 100_000;
    private static final int WARM_UP = 2;

    @Override
    public String name() {
        return "dry-run";
    }

    @Override
    public String question() {
        return "How many messages per second does a dry run check, without a message store?";
    }

    @Override
    public void run(Options options, Report report) throws Exception {
        int inputs = Math.max(1, options.messages(MESSAGES) / INPUT);
        int size = Math.min(INPUT, options.messages(MESSAGES));
        List<String> rows = List.of("objects", "accents", "formatted numbers", "maps", "json");
        List<DryRuns> measured = new ArrayList<>();
        for (String row : rows) {
            if (options.wants(row)) {
                measured.add(
                        new DryRuns(row, body(row, size), inputs, size, new SmsProducer(null, "dryRun=true&results=counts")));
            }
        }
        Rounds.interleave(measured, options, WARM_UP, report);
        measured.forEach(row -> report.atLeast(row.name(), Stopwatch.RATE, 100_000));
    }

    /** Returns the factory of a row's bodies. */
    private static Supplier<Object> body(String row, int size) throws Exception {
        List<SmsMessage> messages = new Messages(row).next(size);
        return switch (row) {
            case "objects" -> messages::iterator;
            case "accents" -> () -> messages.stream()
                    .map(message -> message.withMessageText("Não se esqueça: " + message.messageText())).iterator();
            case "formatted numbers" -> () -> messages.stream().map(message -> message.withDestination(formatted(message)))
                    .iterator();
            case "maps" -> () -> messages.stream().map(DryRunTable::fields).iterator();
            default -> {
                byte[] json = new ObjectMapper().writeValueAsString(messages.stream().map(DryRunTable::fields).toList())
                        .getBytes(StandardCharsets.UTF_8);
                yield () -> new ByteArrayInputStream(json);
            }
        };
    }

    private static String formatted(SmsMessage message) {
        String number = String.valueOf(message.destination());
        return "+55 (" + number.substring(0, 2) + ") " + number.substring(2, 7) + "-" + number.substring(7);
    }

    private static Map<String, Object> fields(SmsMessage message) {
        return Map.of(
                "messageText", String.valueOf(message.messageText()), "destination", String.valueOf(message.destination()),
                "correlationId", String.valueOf(message.correlationId()));
    }

    /** Dry runs of one kind of body, one after the other. */
    private record DryRuns(String name, Supplier<Object> body, int inputs, int size, SmsProducer producer)
            implements
                Contestant {

        @Override
        public void measure(Sample sample) throws Exception {
            Stopwatch stopwatch = new Stopwatch();
            for (int i = 0; i < inputs; i++) {
                SmsDryRun totals = producer.send(body.get()).getMessage().getHeader(SmsConstants.DRY_RUN, SmsDryRun.class);
                if (totals.allowed() != size || totals.repeatedIds() + totals.repeatedTexts() != 0) {
                    throw new IllegalStateException("dry run " + i + " has other totals than its messages: " + totals);
                }
            }
            stopwatch.stop((long) inputs * size, sample);
        }

        @Override
        public void close() throws Exception {
            producer.close();
        }
    }
}
