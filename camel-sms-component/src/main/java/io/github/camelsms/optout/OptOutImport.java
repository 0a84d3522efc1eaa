package io.github.camelsms.optout;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import io.github.camelsms.SmsConstants;
import io.github.camelsms.SmsException;
import io.github.camelsms.engine.StoreCalls;
import io.github.camelsms.model.Count;
import io.github.camelsms.model.SafeText;
import io.github.camelsms.store.OptOuts;
import io.github.camelsms.store.SmsStoreException;
import io.github.camelsms.text.NumberRules;
import org.jspecify.annotations.Nullable;

import org.apache.camel.Message;

/**
 * Import of a list of numbers, in transactions of 1,000 numbers. It can be repeated, because numbers that are there
 * already do not change. Confined to the thread of its exchange.
 */
final class OptOutImport {

    private static final int MAX_PROBLEMS = 100;

    private final OptOuts optOuts;
    private final NumberRules numbers;
    private final @Nullable String reason;
    private final List<String> problems = new ArrayList<>();
    private final List<String> chunk = new ArrayList<>(OptOuts.MAX_NUMBERS);
    private int added;
    private int present;
    private int rejected;

    OptOutImport(OptOuts optOuts, NumberRules numbers, @Nullable String reason) {
        this.optOuts = optOuts;
        this.numbers = numbers;
        this.reason = reason;
    }

    /**
     * Reads a list to its end.
     *
     * @throws SmsException      if it cannot be read to its end; the message says what was added
     * @throws SmsStoreException if the store fails; the message says what was added
     */
    void run(NumberList list) throws SmsException {
        String last = "";
        try {
            for (NumberList.Row row = list.next(); row != null; row = list.next()) {
                last = row.place();
                read(row);
                if (chunk.size() == OptOuts.MAX_NUMBERS) {
                    store();
                }
            }
            store();
        } catch (SmsStoreException e) {
            throw new SmsStoreException(ended(last, e), true, e);
        } catch (IOException | RuntimeException e) {
            throw new SmsException(ended(last, e), List.of(), e);
        }
    }

    private void read(NumberList.Row row) {
        String problem = row.problem();
        if (problem == null) {
            NumberRules.Reading reading = numbers.read(row.number());
            problem = reading.complaint();
            if (problem == null) {
                chunk.add(reading.digits());
                return;
            }
        }
        rejected++;
        if (problems.size() < MAX_PROBLEMS) {
            problems.add(row.place() + ": " + problem);
        }
    }

    private void store() {
        if (!chunk.isEmpty()) {
            int count = StoreCalls.await(optOuts.add(chunk, reason));
            added += count;
            present += chunk.size() - count;
            chunk.clear();
        }
    }

    private String ended(String last, Exception cause) {
        return "operation=import ended " + (last.isEmpty() ? "before the first row" : "after " + last) + ": "
               + Count.of(added, "number was", "numbers were") + " added, " + present
               + (present == 1 ? " was" : " were") + " there already, " + Count.of(rejected, "row was", "rows were")
               + " rejected, and " + Count.of(chunk.size(), "number that was read is", "numbers that were read are")
               + " possibly not added. Import the whole list again after the cause was removed: " + SafeText.message(cause);
    }

    /** Sets the counts and the rejected rows as headers. */
    void describe(Message message) {
        message.setHeader(SmsConstants.ADDED, added);
        message.setHeader(SmsConstants.DUPLICATES, present);
        message.setHeader(SmsConstants.REJECTED, rejected);
        message.setHeader(SmsConstants.PROBLEMS, List.copyOf(problems));
    }

    int added() {
        return added;
    }
}
