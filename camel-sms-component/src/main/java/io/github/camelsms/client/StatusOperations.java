package io.github.camelsms.client;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

import io.github.camelsms.client.StatusResponse.Failed;
import io.github.camelsms.client.StatusResponse.Kind;
import io.github.camelsms.model.SafeText;
import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.model.StatusLookUp;
import io.github.camelsms.model.StatusQuery;
import org.jspecify.annotations.Nullable;

/**
 * Operations that read statuses, page by page. Unless stated otherwise, throttled requests are retried after a delay,
 * and links to further pages are followed. Thread-safe.
 */
public final class StatusOperations {

    static final int MAX_RETRIES = 5;

    private static final String NARROW = "; narrow the query with a correlation id or a destination";
    private static final String FULL_LAST_PAGE
            = "the last page is full (100 statuses) and has no link that is recognized, so there may be more; if the"
              + " service omits the link on the last page, set acceptFullLastPage=true";

    private final SmsServiceClient client;
    private final Sleeper sleeper;
    private final LongSupplier nanos;

    StatusOperations(SmsServiceClient client, Sleeper sleeper, LongSupplier nanos) {
        this.client = client;
        this.sleeper = sleeper;
        this.nanos = nanos;
    }

    /**
     * Reads one block of the statuses not yet consulted. The service returns each status only once, so a request is
     * retried only if it was throttled (429).
     */
    public StatusResponse readNotConsulted() {
        return response(page(client::fetchStatus, StatusResponseReader::mayBeConsumed, new StatusCollection(nanos)));
    }

    /**
     * Fetches one block of the statuses not yet consulted with one request, so that its body can be stored before
     * {@link #parseNotConsulted(HttpReply)} parses it. Does not throw, because the request may have been sent.
     */
    public HttpReply fetchNotConsulted() {
        try {
            return client.fetchStatus();
        } catch (RuntimeException | Error e) {
            return new HttpReply.Lost(null, SafeText.internalError(e));
        }
    }

    /** Parses the reply to a request for one block. */
    public static StatusResponse parseNotConsulted(HttpReply reply) {
        return response(read(reply));
    }

    private static StatusResponse response(StatusPage page) {
        return page instanceof StatusPage.Block block
                ? new StatusResponse.Statuses(block.statuses(), block.isFull()) : (Failed) page;
    }

    /**
     * Reads the statuses not yet consulted until a block is not full. Stops after 1,000 blocks, 100,000 statuses, 32
     * MiB of responses or 30 minutes, and leaves the rest with the service.
     *
     * @return {@link StatusResponse.Statuses#fullBlock()} is true if the service may have more
     */
    public StatusResponse readAllNotConsulted() {
        StatusCollection read = new StatusCollection(nanos);
        boolean more = true;
        while (more && read.limitReached() == null) {
            StatusPage page = page(client::fetchStatus, StatusResponseReader::mayBeConsumed, read);
            if (page instanceof Failed failed) {
                return withStatuses(failed, read);
            }
            StatusPage.Block block = (StatusPage.Block) page;
            read.add(block);
            more = block.isFull();
        }
        return new StatusResponse.Statuses(read.statuses(), more);
    }

    /**
     * Reads the statuses by send date and follows the service's links to the last page. The result is
     * {@link StatusResponse.Kind#INCOMPLETE} if there are further pages after 1,000 pages, 100,000 statuses, 32 MiB of
     * responses or 30 minutes.
     *
     * @param acceptFullLastPage whether a full page without a recognized link to another one is the last one; otherwise
     *                           the query is {@link StatusResponse.Kind#INCOMPLETE}
     */
    public StatusResponse readByDate(StatusQuery query, boolean acceptFullLastPage) {
        LinkResolver resolver = new LinkResolver(client.statusByDateAddress(), client.credentials());
        StatusCollection read = new StatusCollection(nanos);
        Set<String> followed = new HashSet<>();
        String next = firstQuery(query);
        while (true) {
            followed.add(next);
            String current = next;
            StatusPage page = page(() -> client.fetchStatusByDate(current), UnaryOperator.identity(), read);
            if (page instanceof Failed failed) {
                return withStatuses(failed, read);
            }
            StatusPage.Block block = (StatusPage.Block) page;
            read.add(block);
            if (block.links().isNone()) {
                return block.isFull() && !acceptFullLastPage
                        ? incomplete(FULL_LAST_PAGE, read) : new StatusResponse.Statuses(read.statuses(), block.isFull());
            }
            next = nextQuery(block.links(), resolver, followed);
            if (next == null) {
                return incomplete(reasonNotFollowed(block.links(), resolver), read);
            }
            String bound = read.limitReached();
            if (bound != null) {
                return incomplete("there is more after " + bound + ", the limit of one query" + NARROW, read);
            }
        }
    }

    /**
     * Looks up one message by send date, with exactly one request: a throttled one is not retried, and links to further
     * pages are not followed. A response whose end is lost proves nothing, because a message may be resent if there is
     * no record of it.
     *
     * @param query with the correlation id of the message
     */
    public StatusLookUp lookUp(StatusQuery query) {
        HttpReply reply = client.fetchStatusByDate(firstQuery(query));
        if (reply instanceof HttpReply.Lost lost) {
            return new StatusLookUp.Failed(lost.reason(), false, null);
        }
        StatusPage page = read(reply);
        if (page instanceof StatusPage.Block block) {
            return block.isNoRecord() && block.links().isNone()
                    ? new StatusLookUp.NoRecord() : new StatusLookUp.Found(block.statuses());
        }
        Failed failed = (Failed) page;
        return new StatusLookUp.Failed(failed.reason(), failed.kind() == Kind.THROTTLED, failed.retryAfter());
    }

    private static String firstQuery(StatusQuery query) {
        return "date=" + query.date().getEpochSecond() + parameter("correlationid", query.correlationId())
               + parameter("destination", query.destination());
    }

    private static String parameter(String name, @Nullable String value) {
        // Not every server decodes + as a space.
        return value == null
                ? "" : "&" + name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /**
     * Reads one page. Does not throw, because the statuses that were read before must not be lost.
     *
     * @param ifLost adds to the reason of a failure what can be lost
     */
    private StatusPage page(Supplier<HttpReply> call, UnaryOperator<Failed> ifLost, StatusCollection read) {
        StatusPage page = page(call, read);
        return page instanceof Failed failed && failed.kind() == Kind.LOST ? ifLost.apply(failed) : page;
    }

    private StatusPage page(Supplier<HttpReply> call, StatusCollection read) {
        try {
            for (int retries = 0;; retries++) {
                HttpReply reply = call.get();
                if (reply instanceof HttpReply.Received response) {
                    read.received(response.body().length);
                }
                StatusPage page = read(reply);
                boolean isRetried = page instanceof Failed failed && failed.kind() == Kind.THROTTLED && retries < MAX_RETRIES
                        && hasWaited(failed, read);
                if (!isRetried) {
                    return page;
                }
            }
        } catch (RuntimeException | Error e) {
            return Failed.of(Kind.LOST, null, SafeText.internalError(e));
        }
    }

    private static StatusPage read(HttpReply reply) {
        if (reply instanceof HttpReply.Received response) {
            return StatusResponseReader.read(response);
        }
        if (reply instanceof HttpReply.Lost lost) {
            return StatusResponseReader.read(lost);
        }
        return Failed.of(Kind.NOT_CONNECTED, null, ((HttpReply.NotConnected) reply).reason());
    }

    private boolean hasWaited(Failed throttled, StatusCollection read) {
        Duration wait = throttled.retryDelay();
        if (!read.hasTimeFor(wait)) {
            return false;
        }
        try {
            sleeper.sleep(wait);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static @Nullable String nextQuery(ContinuationLinks links, LinkResolver resolver, Set<String> followed) {
        for (String reference : links.references()) {
            String query = resolver.query(reference);
            if (query != null && !followed.contains(query)) {
                return query;
            }
        }
        return null;
    }

    private static String reasonNotFollowed(ContinuationLinks links, LinkResolver resolver) {
        if (links.references().isEmpty()) {
            return "the service announces more statuses, but gives no link to them";
        }
        boolean loop = links.references().stream().anyMatch(reference -> resolver.query(reference) != null);
        return loop
                ? "the link to the next page leads back to a page already read"
                : "the link to the next page " + resolver.difference(links.references().get(0));
    }

    private static Failed incomplete(String why, StatusCollection read) {
        return new Failed(Kind.INCOMPLETE, null, why, read.statuses(), null, null);
    }

    /** Adds the statuses of a failed page to those that were read before. */
    private static Failed withStatuses(Failed failed, StatusCollection read) {
        read.add(failed.readSoFar());
        return new Failed(
                failed.kind(), failed.code(), failed.reason(), read.statuses(), failed.unrecognizedResponse(),
                failed.retryAfter());
    }

    /**
     * Statuses that one query has read, within limits of number, memory and time. The last page may exceed a limit by
     * its own size, which {@link ResponseBody#MAX_BYTES} and {@link JsonTree} limit. Not thread-safe.
     */
    private static final class StatusCollection {

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
}
