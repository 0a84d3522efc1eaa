package io.github.camelsms.cli.optout;

import java.io.PrintWriter;
import java.util.List;

import io.github.camelsms.SmsConstants;
import io.github.camelsms.cli.process.Table;

import org.apache.camel.Message;
import org.apache.camel.util.json.JsonObject;

/**
 * Result of an import, which may have ended early.
 *
 * @param added      numbers that are new
 * @param duplicates numbers that were there already
 * @param rejected   rows that are not certainly a phone number
 * @param problems   the first 100 of them
 */
record ImportCounts(int added, int duplicates, int rejected, List<?> problems) {

    private static final int SHOWN_PROBLEMS = 10;

    /** Returns the result in the headers of a message. */
    static ImportCounts of(Message message) {
        return new ImportCounts(
                message.getHeader(SmsConstants.ADDED, 0, Integer.class),
                message.getHeader(SmsConstants.DUPLICATES, 0, Integer.class),
                message.getHeader(SmsConstants.REJECTED, 0, Integer.class),
                message.getHeader(SmsConstants.PROBLEMS, List.of(), List.class));
    }

    /** Prints the counts, and the first ten rejected rows; as JSON, the first 100. */
    void print(PrintWriter out, boolean isJson) {
        if (isJson) {
            JsonObject json = new JsonObject();
            json.put("added", added);
            json.put("duplicates", duplicates);
            json.put("rejected", rejected);
            json.put("problems", problems);
            out.println(json.toJson());
            return;
        }
        Table table = new Table("added", "duplicates", "rejected");
        table.add(added, duplicates, rejected);
        table.print(out, false);
        problems.stream().limit(SHOWN_PROBLEMS).forEach(problem -> out.println("  " + problem));
        if (rejected > SHOWN_PROBLEMS) {
            out.println("  and " + (rejected - SHOWN_PROBLEMS) + " more");
        }
    }
}
