package io.github.camelsms.benchmarks.store;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.github.camelsms.SmsComponent;
import io.github.camelsms.SmsConstants;
import io.github.camelsms.benchmarks.Contestant;
import io.github.camelsms.benchmarks.report.Sample;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.jdbc.JdbcMessageStore;

import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;

/**
 * Import of a CSV file of different mobile numbers in random order into empty tables, with digits only or as people
 * write them.
 */
final class OptOutsRow implements Contestant {

    static final String IMPORT = "import, s";

    private static final String AGAIN = "again, s";
    private static final String CHECK = "check of 200, ms";
    private static final int FIRST = 60_000_000;
    private static final int REQUEST = 200;
    private static final int CHECKS = 300;

    private final DurableDatabase database;
    private final String name;
    private final int count;
    private final Path file;
    private int round;

    /**
     * @param count numbers in the file
     */
    OptOutsRow(DurableDatabase database, int count, boolean isFormatted) throws IOException {
        this.database = database;
        this.name = database.name() + ", " + (isFormatted ? "+55 (11) 96000-0000" : "11960000000");
        this.count = count;
        this.file = Files.createTempFile("opt-outs", ".csv");
        List<Integer> numbers = IntStream.range(FIRST, FIRST + count).boxed().collect(Collectors.toCollection(ArrayList::new));
        Collections.shuffle(numbers, new Random(1));
        try (Writer csv = Files.newBufferedWriter(file)) {
            csv.write("name;destination\n");
            for (int number : numbers) {
                String digits = String.valueOf(number);
                csv.write("Customer " + number % 1_000 + ";");
                csv.write(isFormatted ? "+55 (11) 9" + digits.substring(0, 4) + "-" + digits.substring(4) : "119" + digits);
                csv.write('\n');
            }
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void measure(Sample sample) throws Exception {
        JdbcMessageStore store = database.store("optouts" + (name.endsWith("0-0000") ? "f" : "p") + round++);
        try (DefaultCamelContext context = new DefaultCamelContext()) {
            SmsComponent component = new SmsComponent();
            component.setMessageStore(store);
            context.addComponent("sms", component);
            context.start();
            sample.put(IMPORT, seconds(context, SmsConstants.ADDED));
            sample.put(AGAIN, seconds(context, SmsConstants.DUPLICATES));
            sample.put(CHECK, check(store));
        }
    }

    /**
     * Imports the file and returns the time.
     *
     * @param header header that counts all numbers
     */
    private double seconds(DefaultCamelContext context, String header) {
        long start = System.nanoTime();
        Exchange imported = context.createProducerTemplate()
                .send("sms:opt-out?operation=import", exchange -> exchange.getMessage().setBody(file.toFile()));
        double seconds = (System.nanoTime() - start) / 1e9;
        if (!Integer.valueOf(count).equals(imported.getMessage().getHeader(header))) {
            throw new IllegalStateException("numbers were not imported", imported.getException());
        }
        return seconds;
    }

    /** Returns the mean time of a check of random numbers, half of which are opted out. */
    private double check(MessageStore store) {
        Random random = new Random(round);
        long start = 0;
        for (int i = -CHECKS; i < CHECKS; i++) {
            if (i == 0) {
                start = System.nanoTime();
            }
            List<String> numbers = random.ints(FIRST - count, FIRST + count).distinct().limit(REQUEST)
                    .mapToObj(number -> "119" + number).toList();
            long known = numbers.stream().filter(number -> number.compareTo("119" + FIRST) >= 0).count();
            if (MessageStore.await(store.optOuts().contained(numbers)).size() != known) {
                throw new IllegalStateException("other numbers were found than were imported");
            }
        }
        return (System.nanoTime() - start) / 1e6 / CHECKS;
    }

    @Override
    public void close() throws Exception {
        Files.delete(file);
    }
}
