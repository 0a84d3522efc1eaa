package io.github.camelsms.observe;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

import io.github.camelsms.model.Masked;
import io.github.camelsms.model.SmsOrigin;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.store.SmsFileProgress;
import io.github.camelsms.store.SmsNotReached;
import io.github.camelsms.store.SmsStoredMessage;
import org.jspecify.annotations.Nullable;

import org.apache.camel.util.json.JsonArray;
import org.apache.camel.util.json.JsonObject;

/**
 * JSON report of an account: its state, its counts, its files, and its last requests and incidents. It holds no
 * password, of phone numbers only the last four digits, and of a text at most words of up to three letters in a reason.
 * Times are ISO-8601, durations in milliseconds.
 */
public final class AccountReport {

    private AccountReport() {
    }

    public static JsonObject json(ObservedAccount account, Instant now) {
        AccountMonitor monitor = account.monitor();
        SendFigures sending = account.sending();
        JsonObject report = new JsonObject();
        report.put("account", account.label());
        report.put("time", now.toString());
        report.put("sending", SendFigures.sending(sending));
        report.put("trouble", sending == null ? null : sending.trouble());
        if (sending != null) {
            report.put("queue", queue(sending));
            report.put("slot", slot(sending));
        }
        StoreFigures store = account.storeFigures();
        report.put("backlog", backlog(BacklogFigures.of(sending, store)));
        report.put("messages", messages(monitor));
        report.put("requests", requests(monitor, sending));
        if (store != null) {
            report.put("store", store(store, monitor.reconciliation()));
            report.put("files", files(store, sending));
            report.put("notReached", notReached(store.notReached()));
            report.put("owner", owner(account.ownership()));
            report.put("poller", owner(account.pollOwnership()));
        }
        report.put("statuses", statuses(monitor.statuses(), account));
        report.put(
                "keptResponses",
                list(account.keptResponses().list().stream().map(AccountReport::response).toList()));
        report.put("lastRequests", list(monitor.lastRequests().stream().map(AccountReport::request).toList()));
        report.put("lastErrors", list(monitor.incidents().stream().map(AccountReport::incident).toList()));
        return report;
    }

    /** Returns a report as text for a terminal: a line for each object, and for each element of a list. */
    public static String text(JsonObject report) {
        StringBuilder text = new StringBuilder();
        report.forEach((name, value) -> {
            text.append(text.isEmpty() ? "" : "  ").append(name).append(": ");
            if (value instanceof JsonArray elements && !elements.isEmpty()) {
                text.append('\n');
                elements.forEach(element -> text.append("    ").append(line(element)).append('\n'));
            } else {
                text.append(line(value)).append('\n');
            }
        });
        return text.toString();
    }

    private static String line(@Nullable Object value) {
        if (value instanceof JsonObject object) {
            return object.entrySet().stream().map(field -> field.getKey() + "=" + field.getValue())
                    .collect(Collectors.joining(", "));
        }
        return String.valueOf(value);
    }

    private static JsonObject queue(SendFigures figures) {
        JsonObject queue = new JsonObject();
        queue.put("pending", figures.pending());
        queue.put("heldBack", figures.heldBack());
        queue.put("bound", figures.bound());
        queue.put("oldestMillis", figures.oldest().toMillis());
        queue.put("drainMillis", figures.timeToDrain().toMillis());
        return queue;
    }

    private static JsonObject backlog(BacklogFigures figures) {
        JsonObject backlog = new JsonObject();
        backlog.put("messages", figures.messages());
        backlog.put("scheduled", figures.scheduled());
        backlog.put("oldestMillis", figures.oldest().toMillis());
        backlog.put("drainMillis", millis(figures.timeToDrain()));
        return backlog;
    }

    private static JsonObject slot(SendFigures figures) {
        JsonObject slot = new JsonObject();
        slot.put("opensInMillis", millis(figures.slotOpensIn()));
        slot.put("intervalMillis", figures.interval().toMillis());
        slot.put("usualGapMillis", figures.usualGap().toMillis());
        slot.put("batchSize", figures.batchSize());
        slot.put("messagesPerSecondAllowed", figures.messagesPerSecondAllowed());
        slot.put("messagesPerSecondPossible", figures.messagesPerSecondPossible());
        return slot;
    }

    private static JsonObject messages(AccountMonitor monitor) {
        JsonObject messages = new JsonObject();
        messages.put("accepted", monitor.messages(SmsOutcome.ACCEPTED));
        messages.put("rejected", monitor.messages(SmsOutcome.REJECTED));
        messages.put("notSent", monitor.messages(SmsOutcome.NOT_SENT));
        messages.put("unknown", monitor.messages(SmsOutcome.UNKNOWN));
        messages.put("rejectedByReason", new JsonObject(monitor.rejections()));
        return messages;
    }

    private static JsonObject requests(AccountMonitor monitor, @Nullable SendFigures figures) {
        Map<RequestResult, Long> counts = new EnumMap<>(RequestResult.class);
        for (RequestResult result : RequestResult.values()) {
            counts.put(result, monitor.requests(result));
        }
        long all = counts.values().stream().mapToLong(Long::longValue).sum();
        JsonObject requests = new JsonObject();
        requests.put("inFlight", figures == null ? 0 : figures.requestsInFlight());
        requests.put("ended", all);
        requests.put("byResult", named(counts));
        requests.put("messagesEach", all == 0 ? null : (double) monitor.messagesInRequests() / all);
        return requests;
    }

    private static JsonObject store(StoreFigures figures, ReconciliationMonitor reconciliation) {
        JsonObject reconciled = new JsonObject();
        for (ReconciliationMonitor.Result result : ReconciliationMonitor.Result.values()) {
            reconciled.put(result.name().toLowerCase(Locale.ROOT), reconciliation.count(result));
        }
        JsonObject store = new JsonObject();
        store.put("messages", named(figures.counts()));
        store.put("oldestMillis", millis(figures.oldest()));
        store.put("unacknowledgedResults", figures.unacknowledged());
        store.put("reconciled", reconciled);
        return store;
    }

    private static JsonArray files(StoreFigures figures, @Nullable SendFigures sending) {
        List<SmsFileProgress> files = figures.files();
        return list(files == null ? List.of() : files.stream().map(file -> file(file, sending)).toList());
    }

    private static JsonObject file(SmsFileProgress file, @Nullable SendFigures sending) {
        JsonObject json = new JsonObject();
        json.put("file", file.file());
        json.put("stored", file.stored());
        json.put("waiting", file.waiting());
        json.put("accepted", file.accepted());
        json.put("rejected", file.rejected());
        json.put("notSent", file.notSent() + file.cancelled());
        json.put("unknown", file.unknown());
        json.put("delivered", file.delivered());
        json.put("notDelivered", file.notDelivered());
        json.put("drainMillis", sending == null ? null : sending.timeToDrain(file.waiting()).toMillis());
        return json;
    }

    private static @Nullable JsonObject notReached(@Nullable SmsNotReached notReached) {
        if (notReached == null) {
            return null;
        }
        JsonObject json = new JsonObject();
        json.put("total", notReached.total());
        json.put("byReason", list(notReached.byReason().entrySet().stream().map(each -> {
            JsonObject reason = new JsonObject();
            reason.put("reason", each.getKey());
            reason.put("count", each.getValue());
            return reason;
        }).toList()));
        json.put("latest", list(notReached.latest().stream().map(AccountReport::notReached).toList()));
        return json;
    }

    private static JsonObject notReached(SmsStoredMessage message) {
        Instant time = message.finishedAt() == null ? message.sentAt() : message.finishedAt();
        SmsOrigin origin = message.message().origin();
        String destination = message.message().destination();
        JsonObject json = new JsonObject();
        json.put("time", time == null ? null : time.toString());
        json.put("destination", destination == null ? null : Masked.number(destination));
        json.put("file", origin == null ? null : origin.file());
        json.put("line", origin == null ? null : origin.line());
        json.put("reason", SmsNotReached.reason(message));
        return json;
    }

    private static @Nullable JsonObject owner(@Nullable Ownership ownership) {
        Ownership.Owner owner = ownership == null ? null : ownership.owner();
        if (owner == null) {
            return null;
        }
        JsonObject json = new JsonObject();
        json.put("node", owner.node());
        json.put("thisNode", owner.isThisNode());
        json.put("epoch", owner.epoch());
        json.put("since", owner.since().toString());
        return json;
    }

    private static JsonObject statuses(StatusMonitor monitor, ObservedAccount account) {
        Instant lastPoll = monitor.lastPoll();
        JsonObject statuses = new JsonObject();
        statuses.put("byStatus", named(monitor.byStatus()));
        statuses.put("lastPoll", lastPoll == null ? null : lastPoll.toString());
        statuses.put("failedPolls", monitor.failedPolls());
        statuses.put("failedExchanges", monitor.failedExchanges());
        statuses.put("held", account.heldStatuses());
        statuses.put("pollingPaused", account.keptResponses().isFull());
        return statuses;
    }

    /** Omits the content, which may hold phone numbers. */
    private static JsonObject response(KeptResponse response) {
        JsonObject json = new JsonObject();
        json.put("number", response.number());
        json.put("time", response.time().toString());
        json.put("bytes", response.bytes());
        json.put("cut", response.isCut());
        json.put("reason", response.reason());
        return json;
    }

    private static JsonObject request(RequestRecord request) {
        JsonObject json = new JsonObject();
        json.put("time", request.time().toString());
        json.put("result", request.result().name());
        json.put("messages", request.messages());
        json.put("accepted", request.accepted());
        json.put("rejected", request.rejected());
        json.put("unknown", request.unknown());
        json.put("millis", request.millis());
        return json;
    }

    private static JsonObject incident(Incident incident) {
        JsonObject json = new JsonObject();
        json.put("time", incident.time().toString());
        json.put("kind", incident.kind().name());
        json.put("reason", incident.reason());
        return json;
    }

    private static JsonArray list(List<JsonObject> elements) {
        JsonArray list = new JsonArray();
        list.addAll(elements);
        return list;
    }

    private static JsonObject named(Map<? extends Enum<?>, Long> counts) {
        JsonObject json = new JsonObject();
        counts.forEach((constant, count) -> json.put(constant.name(), count));
        return json;
    }

    private static @Nullable Long millis(@Nullable Duration duration) {
        return duration == null ? null : Long.valueOf(duration.toMillis());
    }
}
