package io.github.camelsms.client;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

import io.github.camelsms.client.StatusAnswer.Failed;
import io.github.camelsms.client.StatusAnswer.Kind;
import io.github.camelsms.model.SmsStatus;
import org.jspecify.annotations.Nullable;

/**
 * Reads statuses page by page: waits where the service refuses a page for its rate, and follows its links.
 */
final class StatusPages {

    static final int MOST_PAGES = 1000;
    static final int MOST_PAUSES = 5;
    static final Duration LONGEST_PAUSE = Duration.ofSeconds(60);

    private static final Duration USUAL_PAUSE = Duration.ofSeconds(1);
    private static final String MAY_BE_CONSUMED
            = "; a block of up to 100 statuses may have been consumed: find them with the query by send date";

    private final HttpTransport transport;
    private final Pause pause;

    StatusPages(HttpTransport transport, Pause pause) {
        this.transport = transport;
        this.pause = pause;
    }

    StatusAnswer readNotConsulted() {
        StatusPage page = page(transport::fetchStatus, MAY_BE_CONSUMED);
        if (page instanceof StatusPage.Block block) {
            return new StatusAnswer.Statuses(block.statuses(), block.isFull());
        }
        return ((StatusPage.Failure) page).failed();
    }

    StatusAnswer readByDate(StatusQuery query) {
        LinkResolver resolver = new LinkResolver(transport.statusByDateAddress());
        List<SmsStatus> statuses = new ArrayList<>();
        Set<String> followed = new HashSet<>();
        String next = firstQuery(query);
        while (true) {
            followed.add(next);
            String asked = next;
            StatusPage page = page(() -> transport.fetchStatusByDate(asked), "");
            if (page instanceof StatusPage.Failure failure) {
                statuses.addAll(failure.failed().readSoFar());
                return withStatuses(failure.failed(), statuses);
            }
            StatusPage.Block block = (StatusPage.Block) page;
            statuses.addAll(block.statuses());
            if (block.links().isNone()) {
                return new StatusAnswer.Statuses(statuses, block.isFull());
            }
            next = unfollowed(block.links(), resolver, followed);
            if (next == null) {
                return incomplete(whyNot(block.links(), resolver), statuses);
            }
            if (followed.size() == MOST_PAGES) {
                return incomplete("there are more than " + MOST_PAGES + " pages", statuses);
            }
        }
    }

    private static String firstQuery(StatusQuery query) {
        return "date=" + query.date().getEpochSecond() + parameter("correlationid", query.correlationId())
               + parameter("destination", query.destination());
    }

    private static String parameter(String name, @Nullable String value) {
        // A space as %20, which is right in any reading of a query string; + is not.
        return value == null
                ? "" : "&" + name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private StatusPage page(Supplier<HttpReply> call, String ifLost) {
        for (int pauses = 0;; pauses++) {
            StatusPage page = read(call.get(), ifLost);
            boolean throttled = page instanceof StatusPage.Failure failure && failure.failed().kind() == Kind.THROTTLED;
            if (!throttled || pauses == MOST_PAUSES || !paused(((StatusPage.Failure) page).failed())) {
                return page;
            }
        }
    }

    private static StatusPage read(HttpReply reply, String ifLost) {
        if (reply instanceof HttpReply.Received answer) {
            return StatusAnswerReader.read(answer);
        }
        if (reply instanceof HttpReply.Lost lost) {
            return StatusPage.Failure.of(Kind.LOST, lost.status(), lost.reason() + ifLost);
        }
        return StatusPage.Failure.of(Kind.NOT_CONNECTED, null, ((HttpReply.NotConnected) reply).reason());
    }

    private boolean paused(Failed throttled) {
        Duration wait = throttled.retryAfter() == null ? USUAL_PAUSE : throttled.retryAfter();
        try {
            pause.sleep(wait.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : wait);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static @Nullable String unfollowed(ContinuationLinks links, LinkResolver resolver, Set<String> followed) {
        for (String reference : links.references()) {
            String query = resolver.query(reference);
            if (query != null && !followed.contains(query)) {
                return query;
            }
        }
        return null;
    }

    private static String whyNot(ContinuationLinks links, LinkResolver resolver) {
        if (links.references().isEmpty()) {
            return "the service says that there is more, but gives no link to it";
        }
        boolean loop = links.references().stream().anyMatch(reference -> resolver.query(reference) != null);
        return loop
                ? "the link to the next page leads back to a page already read"
                : "the link to the next page leads to another address, where the credentials must not go";
    }

    private static Failed incomplete(String why, List<SmsStatus> statuses) {
        return new Failed(Kind.INCOMPLETE, null, why, statuses, null, null);
    }

    private static Failed withStatuses(Failed failed, List<SmsStatus> statuses) {
        return new Failed(
                failed.kind(), failed.code(), failed.reason(), statuses, failed.unrecognizedAnswer(), failed.retryAfter());
    }
}
