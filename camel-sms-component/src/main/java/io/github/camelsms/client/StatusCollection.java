package io.github.camelsms.client;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

import io.github.camelsms.model.SmsStatus;
import org.jspecify.annotations.Nullable;

/**
 * Statuses that one query has read, within limits of number, memory and time. The last page may exceed a limit by its
 * own size, which {@link ResponseBody.MAX_BYTES} and {@link JsonShapes} limit. Not thread-safe.
 */
final class StatusCollection {

    static final int MAX_PAGES = 1000;
    /** Content of {@link #MAX_PAGES} full pages. */
    static final int MAX_STATUSES = 100_000;
    /** Size of the bodies of {@link #MAX_PAGES} full pages. */
    static final long MAX_BYTES = 32L * 1024 * 1024;
    /** Enough for {@link #MAX_PAGES} pages at one request a second. */
    static final Duration MAX_TIME = Duration.ofMinutes(30);

    private final LongSupplier nanos;
    private final long startedAt;
    private final List<SmsStatus> statuses = new ArrayList<>();
    private int pages;
    private long bytes;

    /**
     * @param nanos a monotonic clock, in nanoseconds
     */
    StatusCollection(LongSupplier nanos) {
        this.nanos = nanos;
        this.startedAt = nanos.getAsLong();
    }

    /** Counts the bytes of a response. */
    void received(int bodyBytes) {
        bytes += bodyBytes;
    }

    void add(StatusPage.Block page) {
        pages++;
        statuses.addAll(page.statuses());
    }

    void add(List<SmsStatus> partialPage) {
        statuses.addAll(partialPage);
    }

    List<SmsStatus> statuses() {
        return statuses;
    }

    boolean hasTimeFor(Duration wait) {
        return nanos.getAsLong() - startedAt + wait.toNanos() < MAX_TIME.toNanos();
    }

    /**
     * Returns the limit that was reached, for example "1000 pages", or null if none was.
     */
    @Nullable
    String limitReached() {
        if (pages >= MAX_PAGES) {
            return MAX_PAGES + " pages";
        }
        if (statuses.size() >= MAX_STATUSES) {
            return MAX_STATUSES + " statuses";
        }
        if (bytes >= MAX_BYTES) {
            return MAX_BYTES / 1024 / 1024 + " MiB of responses";
        }
        return hasTimeFor(Duration.ZERO) ? null : MAX_TIME.toMinutes() + " minutes";
    }
}
