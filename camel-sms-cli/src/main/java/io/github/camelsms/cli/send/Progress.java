package io.github.camelsms.cli.send;

import java.io.PrintWriter;

import io.github.camelsms.model.Count;

import org.apache.camel.util.StopWatch;

/** A progress bar on one line of a terminal. Not thread-safe. */
final class Progress {

    private static final int WIDTH = 20;

    private final StopWatch time = new StopWatch();
    private final PrintWriter terminal;
    private final int total;
    private final boolean isShown;
    private int lastLength;

    /**
     * @param total number of messages
     */
    Progress(PrintWriter terminal, int total, boolean isShown) {
        this.terminal = terminal;
        this.total = total;
        this.isShown = isShown;
    }

    void update(Tally tally) {
        if (!isShown) {
            return;
        }
        int done = tally.total();
        int filled = total == 0 ? WIDTH : (int) ((long) WIDTH * done / total);
        print("[" + "#".repeat(filled) + " ".repeat(WIDTH - filled) + "] " + Count.grouped(done) + " of " + Count.grouped(total)
              + ": " + tally + left(done));
    }

    /** Returns the remaining time at the current pace. */
    private String left(int done) {
        if (done == 0 || done >= total) {
            return "";
        }
        long seconds = time.taken() * (total - done) / done / 1000;
        return seconds < 60 ? "; less than 1 min left" : "; about " + (seconds + 30) / 60 + " min left";
    }

    /** Begins a new line after the bar. */
    void end() {
        if (isShown && lastLength > 0) {
            terminal.println();
        }
    }

    private void print(String line) {
        terminal.print("\r" + line + " ".repeat(Math.max(0, lastLength - line.length())));
        terminal.flush();
        lastLength = line.length();
    }
}
