package io.github.camelsms.cli.optout;

import java.io.PrintWriter;
import java.time.temporal.ChronoUnit;

import io.github.camelsms.cli.process.Table;
import io.github.camelsms.cli.service.StoredMessages;
import io.github.camelsms.store.SmsOptOut;
import org.jspecify.annotations.Nullable;

/** Numbers that are printed as they are added, because there can be millions of them. Not thread-safe. */
final class OptOutList {

    /** Rows that are aligned with each other. */
    private static final int PAGE_SIZE = 1000;

    private final PrintWriter out;
    private final boolean isJson;
    private final boolean showNumbers;
    private Table page = emptyPage();
    private int rows;

    /**
     * @param showNumbers whether all digits are shown, instead of the last four
     */
    OptOutList(PrintWriter out, boolean isJson, boolean showNumbers) {
        this.out = out;
        this.isJson = isJson;
        this.showNumbers = showNumbers;
    }

    private static Table emptyPage() {
        return new Table("number", "optedOut", "since", "reason");
    }

    void add(SmsOptOut found) {
        add(found.number(), true, found.since().truncatedTo(ChronoUnit.SECONDS), found.reason());
    }

    /** Adds a number that is not an opt-out, in any spelling. */
    void addMissing(String number) {
        add(number.replaceAll("\\D", ""), false, null, null);
    }

    private void add(String number, boolean isOptedOut, @Nullable Object since, @Nullable String reason) {
        page.add(showNumbers ? number : StoredMessages.masked(number), isOptedOut, since, reason);
        if (++rows % PAGE_SIZE == 0) {
            end();
        }
    }

    /** Prints the rest. */
    void end() {
        page.print(out, isJson);
        page = emptyPage();
    }
}
