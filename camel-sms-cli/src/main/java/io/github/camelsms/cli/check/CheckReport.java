package io.github.camelsms.cli.check;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

import io.github.camelsms.cli.process.Table;
import io.github.camelsms.cli.service.StoredMessages;
import io.github.camelsms.model.Count;
import io.github.camelsms.model.Masked;
import io.github.camelsms.model.SmsCheck;
import io.github.camelsms.model.SmsDryRun;
import org.jspecify.annotations.Nullable;

import org.apache.camel.util.json.JsonObject;

/** Output of a check: rows, and the totals. */
final class CheckReport {

    private static final Pattern NUMBER = Pattern.compile("\\d{8,15}");

    private final PrintWriter out;
    private final boolean showNumbers;

    /**
     * @param showNumbers whether all digits of numbers are shown, instead of the last four
     */
    CheckReport(PrintWriter out, boolean showNumbers) {
        this.out = out;
        this.showNumbers = showNumbers;
    }

    /** Prints a table of the rows and the totals, for people. */
    void print(Path file, List<SmsCheck> rows, SmsDryRun totals, boolean hasStore) {
        Table table = new Table("line", "destination", "encoding", "segments", "verdict", "reason");
        rows.forEach(check -> table.add(
                line(check), shown(check.destination()), check.encoding(), check.encoding() == null ? null : check.segments(),
                check.verdict(), check.reason()));
        table.print(out, false);
        out.println(file.getFileName() + ": " + Count.grouped(totals.messages(), "message") + ": " + verdicts(totals));
        String atLeast = totals.repetitionsComplete() ? "" : "at least ";
        out.println("  "
                    + (hasStore ? Count.grouped(totals.storedBefore()) + " stored before" : "not compared with a message store")
                    + ", " + atLeast + Count.grouped(totals.repeatedIds(), "repeated id") + ", " + atLeast
                    + Count.grouped(totals.repeatedTexts(), "repeated text"));
        Duration time = totals.timeToDrain();
        out.println("  " + Count.grouped(totals.segments(), "segment") + ", " + Count.grouped(totals.requests(), "request")
                    + ", sent in "
                    + (time == null ? "an unknown time, because sending is suspended" : text(time))
                    + (totals.backlog() == 0 ? "" : ", after a backlog of " + Count.grouped(totals.backlog(), "message")));
        if (totals.cost() != null) {
            out.println("  cost: " + totals.cost().toPlainString());
        }
    }

    /** Prints one object for each row, and one with the totals. */
    void printJson(Path file, List<SmsCheck> rows, SmsDryRun totals, boolean hasStore) {
        rows.forEach(check -> out.println(json(check).toJson()));
        JsonObject json = new JsonObject();
        json.put("file", String.valueOf(file.getFileName()));
        json.put("messages", totals.messages());
        json.put("allowed", totals.allowed());
        json.put("deferred", totals.deferred());
        json.put("duplicates", totals.duplicates());
        json.put("rejected", totals.rejected());
        json.put("storedBefore", hasStore ? totals.storedBefore() : null);
        json.put("repeatedIds", totals.repeatedIds());
        json.put("repeatedTexts", totals.repeatedTexts());
        json.put("repetitionsComplete", totals.repetitionsComplete());
        json.put("segments", totals.segments());
        json.put("requests", totals.requests());
        json.put("backlog", totals.backlog());
        json.put("secondsToDrain", totals.timeToDrain() == null ? null : seconds(totals.timeToDrain()));
        json.put("cost", totals.cost());
        out.println(json.toJson());
    }

    private JsonObject json(SmsCheck check) {
        JsonObject json = new JsonObject();
        json.put("line", line(check));
        json.put("correlationId", check.correlationId());
        json.put("destination", shown(check.destination()));
        json.put("encoding", check.encoding() == null ? null : check.encoding().name());
        json.put("segments", check.segments());
        json.put("verdict", check.verdict().name());
        json.put("code", check.code());
        json.put("reason", check.reason());
        return json;
    }

    private static @Nullable Integer line(SmsCheck check) {
        return check.origin() == null ? null : check.origin().line();
    }

    /** A number that was rejected can be any text of the file. */
    private @Nullable String shown(@Nullable String destination) {
        if (destination == null) {
            return null;
        } else if (showNumbers) {
            return destination.replaceAll("\\p{C}", "?");
        }
        return NUMBER.matcher(destination).matches() ? StoredMessages.masked(destination) : Masked.number(destination);
    }

    private static String verdicts(SmsDryRun totals) {
        StringBuilder text = new StringBuilder(Count.grouped(totals.allowed())).append(" allowed");
        append(text, totals.deferred(), "deferred");
        append(text, totals.duplicates(), totals.duplicates() == 1 ? "duplicate" : "duplicates");
        append(text, totals.rejected(), "rejected");
        return text.toString();
    }

    private static void append(StringBuilder text, long count, String name) {
        if (count > 0) {
            text.append(", ").append(Count.grouped(count)).append(' ').append(name);
        }
    }

    /** Returns the time in words, with its two largest units. */
    private static String text(Duration time) {
        long seconds = seconds(time);
        if (seconds < 60) {
            return seconds == 0 ? "less than 1 s" : "about " + seconds + " s";
        }
        long minutes = seconds / 60;
        return "about " + (minutes < 60
                ? minutes + " min " + seconds % 60 + " s" : Count.grouped(minutes / 60) + " h " + minutes % 60 + " min");
    }

    /** Rounds up. */
    private static long seconds(Duration time) {
        return time.plusMillis(999).toSeconds();
    }
}
