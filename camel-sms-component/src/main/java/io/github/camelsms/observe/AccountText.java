package io.github.camelsms.observe;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

import io.github.camelsms.model.Count;
import org.jspecify.annotations.Nullable;

import org.apache.camel.util.TimeUtils;
import org.apache.camel.util.json.JsonObject;

/**
 * Text form of an {@link AccountReport}, for a terminal.
 */
public final class AccountText {

    private AccountText() {
    }

    public static void append(JsonObject report, StringBuilder text) {
        line(text, "Account", report.getString("account"));
        String trouble = report.getString("trouble");
        line(text, "  Sending", report.getString("sending") + (trouble == null ? "" : ": " + trouble));
        Map<String, Object> queue = report.getMap("queue");
        if (queue != null) {
            line(text, "  Queue",
                    queue.get("pending") + " of " + count(queue, "bound", "message") + ", " + queue.get("heldBack")
                                  + " held back, oldest " + duration(queue.get("oldestMillis")) + ", sent in about "
                                  + duration(queue.get("drainMillis")));
            Map<String, Object> slot = report.getMap("slot");
            Object opensIn = slot.get("opensInMillis");
            line(text, "  Slot", (opensIn == null ? "opens with the next response" : "opens in " + duration(opensIn))
                                 + ", every " + duration(slot.get("intervalMillis")) + ", recently every "
                                 + duration(slot.get("usualGapMillis")) + ", up to " + count(slot, "batchSize", "message"));
        }
        Map<String, Object> messages = report.getMap("messages");
        line(text, "  Messages", messages.get("accepted") + " accepted, " + messages.get("rejected") + " rejected "
                                 + messages.get("rejectedByReason") + ", " + messages.get("notSent") + " not sent, "
                                 + messages.get("unknown") + " unknown");
        Map<String, Object> requests = report.getMap("requests");
        line(text, "  Requests", requests.get("inFlight") + " in flight, " + requests.get("ended") + " ended "
                                 + requests.get("byResult") + each(requests.get("messagesEach")));
        Map<String, Object> store = report.getMap("store");
        if (store != null) {
            line(text, "  Store",
                    store.get("messages") + oldest(store.get("oldestMillis"))
                                  + unacknowledged(store.get("unacknowledgedResults")) + ", looked up by date: "
                                  + store.get("reconciled")
                                  + parked((Map<?, ?>) store.get("messages")));
            line(text, "  Owner", owner(report.getMap("owner")));
            line(text, "  Poller", owner(report.getMap("poller")));
        }
        Map<String, Object> statuses = report.getMap("statuses");
        Object lastPoll = statuses.get("lastPoll");
        line(text, "  Statuses", statuses.get("byStatus") + ", last poll " + (lastPoll == null ? "none" : lastPoll) + ", "
                                 + count(statuses, "failedPolls", "poll") + " failed, "
                                 + count(statuses, "failedExchanges", "exchange") + " failed, " + statuses.get("held")
                                 + " held");
        list(text,
                Boolean.TRUE.equals(statuses.get("pollingPaused")) ? "  Kept responses, polling is paused" : "  Kept responses",
                report.getCollection("keptResponses"),
                response -> response.get("number") + " " + response.get("time") + " " + count(response, "bytes", "byte")
                            + (Boolean.TRUE.equals(response.get("cut")) ? ", cut" : "") + ": " + response.get("reason"));
        list(text, "  Last requests", report.getCollection("lastRequests"),
                request -> request.get("time") + " " + request.get("result") + " " + count(request, "messages", "message")
                           + " ("
                           + request.get("accepted") + " accepted, " + request.get("rejected") + " rejected, "
                           + request.get("unknown") + " unknown) " + request.get("millis") + " ms");
        list(text, "  Last errors", report.getCollection("lastErrors"),
                error -> error.get("time") + " " + error.get("kind") + " " + error.get("reason"));
    }

    private static String count(Map<String, Object> json, String field, String noun) {
        return Count.of(json.get(field) instanceof Number number ? number.longValue() : 0, noun);
    }

    private static String each(@Nullable Object messages) {
        return messages instanceof Double number ? String.format(Locale.ROOT, ", %.1f messages each", number) : "";
    }

    private static String owner(@Nullable Map<String, Object> owner) {
        if (owner == null) {
            return "unknown or none";
        }
        Object epoch = owner.get("epoch");
        return (Boolean.TRUE.equals(owner.get("thisNode")) ? "this node, " : "node ") + owner.get("node")
               + (epoch == null ? "" : ", epoch " + epoch) + ", since " + owner.get("since");
    }

    private static String oldest(@Nullable Object millis) {
        return millis == null ? "" : ", oldest waiting " + duration(millis);
    }

    private static String unacknowledged(@Nullable Object results) {
        return results == null ? "" : ", outcomes not acknowledged " + results;
    }

    private static String parked(@Nullable Map<?, ?> messages) {
        Object parked = messages == null ? null : messages.get("PARKED");
        return parked instanceof Number number && number.longValue() > 0
                ? ". Send PARKED messages with sms:messages and operation=resend, or settle them with operation=settle" : "";
    }

    private static void list(
            StringBuilder text, String title, List<JsonObject> elements, Function<JsonObject, String> line) {
        line(text, title, elements.isEmpty() ? "none" : "");
        elements.forEach(element -> text.append("    ").append(line.apply(element)).append('\n'));
    }

    private static void line(StringBuilder text, String title, String value) {
        text.append(title).append(": ").append(value).append('\n');
    }

    private static String duration(@Nullable Object millis) {
        long value = millis instanceof Number number ? number.longValue() : 0;
        return value < Duration.ofSeconds(10).toMillis() ? value + " ms" : TimeUtils.printDuration(value);
    }
}
