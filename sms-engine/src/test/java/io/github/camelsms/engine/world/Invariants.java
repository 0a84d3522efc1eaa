package io.github.camelsms.engine.world;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.RejectedExecutionException;

import io.github.camelsms.engine.EngineSettings;
import io.github.camelsms.engine.EngineState;
import io.github.camelsms.engine.ReadFailure;
import io.github.camelsms.engine.SendVerdict;
import io.github.camelsms.engine.pacing.Pacing;
import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

/**
 * Guarantees of each world. Follows each message from its caller to the service and back, and records the first
 * violation. It does not throw, because it is often called by code of the engine, which would catch the exception.
 */
final class Invariants {

    /** Every n-th position goes to the oldest message. */
    private static final int PLACES_UNTIL_THE_OLDEST = 10;
    /** Interval of the check for expired messages. */
    private static final long EXPIRY_TICK = 10 * Scenario.MILLI;
    static final String REJECTED = "OPTED_OUT";
    private static final int MAX_UNANSWERED = 3;
    private static final int SILENT_ROUND_TRIPS = 3;

    private final Scenario scenario;
    private final VirtualTime time;
    private final SettingsInForce settings;
    private final Restraint restraint;
    private final List<Tracked> messages = new ArrayList<>();
    private final List<Caller> callers = new ArrayList<>();
    private final List<Flight> inFlight = new ArrayList<>();
    private final Map<SendResponse, Flight> responses = new IdentityHashMap<>();
    private final Map<Integer, TreeMap<Integer, Tracked>> singles = new HashMap<>();
    private final Deque<Flight> lastDeparted = new ArrayDeque<>();
    private boolean suspended;
    private boolean suspensionInForce;
    private boolean draining;
    /** Sending was suspended and the account is draining, in any order: the backlog is returned as not sent. */
    private boolean drainedWhileSuspended;
    private long resumedAt;
    private long loopRanAt;
    private int places;
    private int undue;
    private boolean lateArrivals;
    /** Messages returned to the queue for a retry. */
    private boolean sentBack;
    private int refusedRequests;
    private boolean terminated;
    private boolean endInForce;
    private int readNotCompleted;
    private int open;
    /** Callers that have not been notified that all results are there. */
    private int toBeCompleted;
    private long idleSince;
    /** When the engine processed the latest response of the service, and the longest time that one took. */
    private long heardAt;
    private long longestRoundTrip;
    /** Events after the end of the world belong to threads that never continue. */
    private boolean over;
    private @Nullable String broken;
    private @Nullable StringBuilder story;

    Invariants(Scenario scenario, VirtualTime time) {
        this.scenario = scenario;
        this.time = time;
        this.settings = new SettingsInForce(scenario.settings);
        this.restraint = new Restraint(settings::shortestPause);
    }

    void that(boolean holds, String what, @Nullable Object... details) {
        if (!holds && broken == null && !over) {
            broken = String.format("at %,d ns: ", time.nanos()) + String.format(what, details);
        }
    }

    /** Records all later events. */
    StringBuilder write() {
        story = new StringBuilder();
        return story;
    }

    void happens(String what, @Nullable Object... details) {
        StringBuilder book = story;
        if (book != null) {
            book.append(String.format("%,15d  %s", time.nanos(), what));
            for (@Nullable
            Object detail : details) {
                book.append(' ').append(detail);
            }
            book.append('\n');
        }
    }

    /** Returns the first violation, or null. */
    @Nullable
    String broken() {
        return broken;
    }

    void began(Caller caller) {
        callers.add(caller);
        toBeCompleted++;
    }

    Tracked submitted(Caller caller, SmsMessage message, @Nullable SmsSendResult refusal) {
        Tracked tracked = new Tracked(messages.size(), caller, caller.read++, message, time.nanos(), refusal);
        messages.add(tracked);
        caller.elements.add(tracked);
        happens("handed in", tracked, caller.kind, "priority", tracked.priority(), "id", tracked.id());
        tracked.lastPlace = places + PLACES_UNTIL_THE_OLDEST * (open + 2);
        open++;
        if (refusal == null) {
            line(tracked).put(tracked.number, tracked);
        }
        if (caller.kind != Caller.Kind.SINGLE && !caller.tooLate) {
            readNotCompleted++;
            that(terminated || drainedWhileSuspended || restraint.wasHalted() || readNotCompleted <= mostRead(),
                    "%d elements were read that have no result yet", readNotCompleted);
        }
        return tracked;
    }

    int nextNumber() {
        return messages.size();
    }

    private int mostRead() {
        // As many messages of a higher priority may be added, and a share of the oldest input although the queue is full.
        int lanes = scenario.priorities ? 10 : 1;
        int batchSize = (int) settings.mostEver(EngineSettings::batchSize);
        int share = Math.max(1, batchSize / PLACES_UNTIL_THE_OLDEST) * (1 + refusedRequests);
        return lanes * (int) settings.mostEver(EngineSettings::maxPendingMessages) + share
               + (int) settings.mostEver(EngineSettings::maxInFlight) * batchSize;
    }

    /** Messages that must keep their order: those of one priority, and of one input or all single ones. */
    private TreeMap<Integer, Tracked> line(Tracked message) {
        Map<Integer, TreeMap<Integer, Tracked>> lines
                = message.caller.kind == Caller.Kind.SINGLE ? singles : message.caller.waiting;
        return lines.computeIfAbsent(message.priority(), any -> new TreeMap<>());
    }

    void suspended(boolean now) {
        suspended = now;
        suspensionInForce &= now;
        drainedWhileSuspended |= now && draining;
        resumedAt = time.nanos();
        happens(now ? "suspend" : "resume");
    }

    void draining() {
        draining = true;
        drainedWhileSuspended |= suspended;
        happens("drain");
    }

    /** Number of callers when the account was terminated. */
    int terminated() {
        terminated = true;
        happens("terminate");
        return callers.size();
    }

    /** The engine's loop is idle, so all earlier calls are in effect. */
    void loopRan(EngineState state) {
        endInForce = terminated;
        suspensionInForce = suspended;
        settings.loopRan();
        loopRanAt = time.nanos();
        that(state.suspended() == suspended, "suspended is %s: %s", suspended, state);
        that(terminated || state.requestsInFlight() == inFlight.size(), "%d requests are in flight: %s", inFlight.size(),
                state);
        that(state.credentialsRejected() == restraint.isHalted(), "halted is %s: %s", restraint.isHalted(), state);
        that(state.pendingMessages() == 0 == (state.oldestTakenAt() == null), "nothing is oldest: %s", state);
    }

    void changed(EngineSettings changed) {
        happens("change", changed);
        settings.changed(changed);
    }

    /** Whether the policy of the world never allows a message. */
    static boolean isRejected(SmsMessage message) {
        return number(message) % 7 == 0;
    }

    static boolean isDeferred(SmsMessage message) {
        return number(message) % 11 == 0;
    }

    private static int number(SmsMessage message) {
        return Integer.parseInt(Objects.requireNonNull(message.messageText()));
    }

    void decided(List<SmsMessage> asked, List<SendVerdict> verdicts) {
        happens("decided", asked.size());
        for (int i = 0; i < asked.size(); i++) {
            if (verdicts.get(i) instanceof SendVerdict.Allowed allowed) {
                Tracked message = messages.get(number(asked.get(i)));
                Instant until = allowed.until() == null ? Instant.MAX : allowed.until();
                // The verdict of a call that was given up does not count, and may be the longer one.
                message.allowedUntil
                        = message.allowedUntil == null || message.allowedUntil.isBefore(until) ? until : message.allowedUntil;
            }
        }
    }

    void over() {
        over = true;
    }

    void refusedBySender(List<SmsMessage> batch) {
        places += batch.size();
        happens("refused by the sender", tracked(batch));
        for (Tracked message : tracked(batch)) {
            message.refusedBySender = true;
            line(message).remove(message.number);
        }
    }

    Flight departed(List<SmsMessage> batch, boolean leaves) {
        long now = time.nanos();
        List<Tracked> sent = tracked(batch);
        happens("departs", sent);
        Flight flight = new Flight(sent, now);
        that(!endInForce, "a request departed after terminate");
        that(!suspensionInForce, "a request departed while sending was suspended");
        that(!batch.isEmpty() && batch.size() <= settings.most(EngineSettings::batchSize), "%d messages in a request",
                batch.size());
        Set<String> ids = checkIds(sent);
        sent.forEach(message -> checkMayLeave(message, now));
        checkOrder(sent, ids);
        checkTurns(sent);
        that(inFlight.size() < settings.most(EngineSettings::maxInFlight), "%d requests in flight already", inFlight.size());
        checkExposure(now);
        String restrained = restraint.against(now, sent.size(), inFlight.size());
        that(restrained == null, "a request departed although %s", restrained);
        if (leaves) {
            checkPace(flight);
            lastDeparted.addLast(flight);
        }
        for (int place = 0; place < sent.size(); place++) {
            sent.get(place).flight = flight;
            sent.get(place).place = place;
        }
        inFlight.add(flight);
        return flight;
    }

    /** While a service is silent, at most three requests have no response. */
    private void checkExposure(long now) {
        int unanswered = inFlight.size() + restraint.failedInARow();
        long quietSince = Math.max(heardAt, inFlight.stream().mapToLong(flight -> flight.departedAt).min().orElse(now));
        that(inFlight.isEmpty() || unanswered < MAX_UNANSWERED || now - quietSince <= SILENT_ROUND_TRIPS * longestRoundTrip,
                "a request departed although %d have no response, and none came for %,d ns", unanswered, now - quietSince);
    }

    private List<Tracked> tracked(List<SmsMessage> batch) {
        List<Tracked> tracked = new ArrayList<>(batch.size());
        for (SmsMessage message : batch) {
            tracked.add(messages.get(Integer.parseInt(Objects.requireNonNull(message.messageText()))));
        }
        return tracked;
    }

    private Set<String> checkIds(List<Tracked> sent) {
        Set<String> ids = new HashSet<>();
        for (Tracked message : sent) {
            String id = message.id();
            that(id == null || ids.add(id), "two messages with the id %s in a request", id);
        }
        return ids;
    }

    private void checkMayLeave(Tracked message, long now) {
        that(message.result == null, "%s departed after its result", message);
        that(message.refusal == null && !message.refusedBySender, "%s departed although it was refused", message);
        Instant until = message.allowedUntil;
        that(!scenario.policies || until != null && time.instant().isBefore(until),
                "%s departed although the policy allows it until %s", message, until);
        that(!message.caller.tooLate, "%s departed although it came after the account was closed", message);
        that(message.flight == null || message.flight.maySendAgain(message), "%s departed again although it may have arrived",
                message);
        that(scenario.jumps > 0 && message.caller.kind != Caller.Kind.SINGLE || now < latestDeparture(message),
                "%s departed after its deliveryTimeout", message);
    }

    private long latestDeparture(Tracked message) {
        return message.timeoutNanos + (message.caller.kind == Caller.Kind.SINGLE ? message.handedAt : inQueue(message));
    }

    /** Returns the latest time at which the engine adds the message to its queue, if there is space. */
    private long inQueue(Tracked message) {
        // The notice of a reader and the following check are two runs of the loop, each of which may be late.
        long untilTaken = message.caller.kind == Caller.Kind.SINGLE
                ? 0 : message.caller.blockedNanos + 10 * Scenario.MILLI + scenario.slack();
        return message.handedAt + untilTaken + scenario.slack() + 1;
    }

    private void checkOrder(List<Tracked> sent, Set<String> ids) {
        Map<Object, Tracked> before = new IdentityHashMap<>();
        sent.forEach(message -> line(message).remove(message.number));
        for (Tracked message : sent) {
            Tracked previous = before.put(line(message), message);
            that(scenario.policies || previous == null || previous.number < message.number, "%s stands after %s in a request",
                    message, previous);
            if (scenario.policies) {
                // Messages without a verdict are overtaken.
                continue;
            }
            checkArrivals(message, ids);
            for (Tracked passed : line(message).headMap(message.number).values()) {
                that(passed.id() != null && ids.contains(passed.id()), "%s overtook %s", message, passed);
            }
        }
    }

    /** Messages that were certainly in the queue before this message must depart before it. */
    private void checkArrivals(Tracked message, Set<String> ids) {
        if (scenario.jumps > 0 || scenario.rejections > 0) {
            return;
        }
        checkArrival(message, singles.get(message.priority()), ids);
        for (Caller caller : callers) {
            checkArrival(message, caller.waiting.get(message.priority()), ids);
        }
    }

    private void checkArrival(Tracked message, @Nullable TreeMap<Integer, Tracked> line, Set<String> ids) {
        Map.Entry<Integer, Tracked> first = line == null ? null : line.firstEntry();
        if (first != null) {
            Tracked passed = first.getValue();
            // Messages of a finite input are added when its reader returns.
            boolean isWithReader = passed.caller.kind == Caller.Kind.LIST && passed.caller.isBlocked;
            // Messages that a reader returns after its endless input was given up belong to the unread rest.
            boolean isUnread = passed.caller.completed;
            that(isWithReader || isUnread || inQueue(passed) >= message.handedAt || !passed.isWaiting() || passed.flight != null
                    || passed.id() != null && ids.contains(passed.id()),
                    "%s overtook %s, which came before it", message, passed);
        }
    }

    /** A higher priority departs first, except for the positions reserved for the oldest messages. */
    private void checkTurns(List<Tracked> sent) {
        places += sent.size();
        if (scenario.twins || scenario.policies) {
            return;
        }
        int highest = -1;
        for (TreeMap<Integer, Tracked> line : singles.values()) {
            for (Tracked left : line.values()) {
                that(sentBack || scenario.latestLoop > 0 || places <= left.lastPlace, "%s starves", left);
                if (left.priority() > highest && !left.caller.tooLate && left.handedAt < loopRanAt && left.isWaiting()) {
                    highest = left.priority();
                }
            }
        }
        for (Tracked message : sent) {
            undue += message.priority() < highest ? 1 : 0;
        }
        that(undue <= 1 + places / PLACES_UNTIL_THE_OLDEST, "%d of %d messages departed before those of a higher priority",
                undue,
                places);
    }

    private void checkPace(Flight flight) {
        while (lastDeparted.size() > 1 && lastDeparted.peekLast().isThrottled()) {
            lastDeparted.removeLast();
        }
        Flight before = lastDeparted.peekLast();
        if (before != null && !before.isThrottled()) {
            long gap = flight.departedAt - before.departedAt;
            that(gap >= settings.least(EngineSettings::intervalNanos), "a request departed %,d ns after the one before", gap);
        }
        boolean waited = scenario.isHealthy() && !scenario.policies && inFlight.isEmpty() && !sentBack;
        long since
                = Math.max(Math.max(idleSince, resumedAt), flight.messages.stream().mapToLong(this::inQueue).max().orElse(0));
        long longest
                = settings.mostEver(EngineSettings::intervalNanos) * 16 / 10 + 2 * scenario.slack() + scenario.latestThread;
        that(!waited || flight.departedAt - since <= longest, "a request departed only after %,d ns",
                flight.departedAt - since);
    }

    void arrived(Flight flight) {
        flight.arrived = true;
        happens("arrives", flight.messages);
        // The probe follows the response to the previous request, or its timeout.
        lateArrivals |= flight.received != null || flight.processed != null;
    }

    /** The service throttled the request. */
    void throttled(Flight flight) {
        boolean mayNot = !settings.wasEver(it -> it.pacing() == Pacing.adaptive)
                || scenario.isSteady() && scenario.isHealthy();
        that(!mayNot || lateArrivals || scenario.fickle, "the service throttled an early request");
    }

    void received(Flight flight, SendResponse response) {
        if (flight.received == null) {
            flight.received = response;
            responses.put(response, flight);
        }
    }

    /** The engine processes a response. */
    void processed(SendResponse response, long roundTrip) {
        Flight flight = responses.containsKey(response) ? responses.get(response) : withoutResponse(response, roundTrip);
        that(flight != null, "the engine processed an unexpected response: %s", response);
        if (flight == null) {
            return;
        }
        refusedRequests += response instanceof SendResponse.Processed ? 0 : 1;
        that(flight.processed == null, "the engine processed a response twice");
        flight.processed = response;
        happens("processed", flight.messages, response);
        that(flight.hasLeft || !(response instanceof SendResponse.Unknown), "a request that never departed is UNKNOWN");
        flight.isForSize = restraint.isForSize(response, flight.messages.size());
        restraint.processed(response, flight.messages.size(), time.nanos());
        if (!isLost(response)) {
            heardAt = time.nanos();
            longestRoundTrip = Math.max(longestRoundTrip, heardAt - flight.departedAt);
        }
        for (Tracked message : flight.messages) {
            message.sentAt = response instanceof SendResponse.NotConnected ? message.sentAt : flight.sentAt();
        }
        ended(flight);
    }

    private static boolean isLost(SendResponse response) {
        return response instanceof SendResponse.NotConnected
                || response instanceof SendResponse.Unknown unknown && unknown.code() == null;
    }

    /** The engine withdraws a request that has not departed. */
    void withdrawn(Flight flight) {
        happens("withdrawn", flight.messages);
        flight.processed = new SendResponse.Withheld("withdrawn");
        ended(flight);
    }

    private void ended(Flight flight) {
        flight.processedAt = time.nanos();
        inFlight.remove(flight);
        idleSince = time.nanos();
        for (Tracked message : flight.messages) {
            if (message.isWaiting()) {
                sentBack = true;
                line(message).put(message.number, message);
            }
        }
    }

    /** A request that the sender could not start, or without a response within the timeout. */
    private @Nullable Flight withoutResponse(SendResponse response, long roundTrip) {
        return response instanceof SendResponse.NotConnected
                ? inFlight.stream().filter(flight -> flight.isNotStarted).findFirst().orElse(null)
                : timedOut(response, roundTrip);
    }

    private @Nullable Flight timedOut(SendResponse response, long roundTrip) {
        boolean isTimeout
                = response instanceof SendResponse.Unknown
                        && String.valueOf(response.reason()).startsWith("there was no response to the request");
        long timeout = scenario.settings.responseTimeoutNanos();
        that(isTimeout && roundTrip >= timeout, "a request timed out after %,d ns", roundTrip);
        that(scenario.jumps > 0 || roundTrip <= timeout + 2 * scenario.slack() + scenario.latestThread,
                "a request timed out only after %,d ns", roundTrip);
        return inFlight.stream().filter(flight -> flight.departedAt == time.nanos() - roundTrip).findFirst().orElse(null);
    }

    void result(Caller caller, long index, SmsSendResult result) {
        Tracked message = index >= 0 && index < caller.read ? caller.elements.get((int) index) : null;
        that(message != null, "a result for an element that was never read");
        if (message == null) {
            return;
        }
        that(message.result == null, "a second result for %s", message);
        that(!caller.completed, "a result for %s after the end of its input", message);
        that(Objects.equals(result.correlationId(), message.id()), "%s got another one's result", message);
        that(
                message.refusal
             != null || Objects.equals(result.origin(), message.message.origin())
                     && Objects.equals(result.destination(), message.message.destination()),
                "%s got the number or line of another one", message);
        happens("result", message, result);
        checkOutcome(message, result);
        message.result = result;
        line(message).remove(message.number);
        open--;
        caller.results++;
        readNotCompleted -= caller.kind == Caller.Kind.SINGLE || caller.tooLate ? 0 : 1;
    }

    private void checkOutcome(Tracked message, SmsSendResult result) {
        Flight flight = message.flight;
        Instant sentAt
                = flight != null && flight.processed == null && !message.refusedBySender ? flight.sentAt() : message.sentAt;
        that(Objects.equals(result.sentAt(), sentAt), "%s departed at %s but its result says %s", message, sentAt,
                result.sentAt());
        if (message.refusal != null) {
            that(message.refusal.equals(result), "%s was refused but is %s", message, result);
        } else if (message.refusedBySender) {
            that(result.outcome() == SmsOutcome.NOT_SENT, "%s never departed but is %s", message, result);
        } else if (message.isWaiting() && scenario.policies && REJECTED.equals(result.reason())) {
            that(isRejected(message.message) && result.outcome() == SmsOutcome.REJECTED, "%s is %s", message, result);
        } else if (message.isWaiting() && scenario.policies && String.valueOf(result.reason()).startsWith("a policy defers")) {
            that(isDeferred(message.message) && result.outcome() == SmsOutcome.NOT_SENT, "%s is %s", message, result);
        } else if (message.isWaiting()) {
            that(result.outcome() == SmsOutcome.NOT_SENT, "%s was not sent but is %s", message, result);
            // An input that met a halted account is rejected completely, however long that takes.
            boolean halted = message.caller.kind == Caller.Kind.SINGLE ? restraint.isHalted() : restraint.wasHalted();
            checkExpiry(message, halted, result);
        } else if (flight != null && flight.processed == null) {
            that(terminated && result.outcome() == SmsOutcome.UNKNOWN, "%s is still in flight but is %s", message, result);
        } else if (flight != null) {
            that(matches(message, flight, result), "%s had the response %s but is %s", message, flight.processed, result);
        }
    }

    private void checkExpiry(Tracked message, boolean halted, SmsSendResult result) {
        if (terminated || message.caller.tooLate || halted || drainedWhileSuspended) {
            return;
        }
        boolean full = settings.wasEver(EngineSettings::refuseWhenFull) && message.caller.kind == Caller.Kind.SINGLE
                && message.flight == null
                && (scenario.jumps > 0 || time.nanos() <= message.handedAt + scenario.slack())
                && String.valueOf(result.reason()).contains("queue is full");
        that(full || time.nanos() >= message.handedAt + message.timeoutNanos, "%s was given up early: %s", message, result);
        long queuedAt = message.flight == null ? inQueue(message) : Math.max(inQueue(message), message.flight.processedAt);
        long latest = Math.max(queuedAt, latestDeparture(message)) + scenario.slack() + EXPIRY_TICK + 1;
        that(scenario.jumps > 0 || time.nanos() <= latest, "%s was given up late: %s", message, result);
    }

    private static boolean matches(Tracked message, Flight flight, SmsSendResult result) {
        if (flight.processed instanceof SendResponse.Processed withResults) {
            return message.place < withResults.results().size()
                    ? result.withSentAt(null).about(null, null).equals(withResults.results().get(message.place))
                    : result.outcome() == SmsOutcome.UNKNOWN;
        }
        if (flight.processed instanceof SendResponse.Unauthorized refused) {
            return result.outcome() == SmsOutcome.NOT_SENT && Objects.equals(result.code(), refused.code());
        }
        if (flight.processed instanceof SendResponse.NotUnderstood notUnderstood) {
            return result.outcome() == SmsOutcome.NOT_SENT && Objects.equals(result.code(), notUnderstood.code());
        }
        return flight.processed instanceof SendResponse.Unknown && result.outcome() == SmsOutcome.UNKNOWN;
    }

    void completed(Caller caller, @Nullable ReadFailure unread) {
        that(!caller.completed, "an input ended twice");
        toBeCompleted -= caller.completed ? 0 : 1;
        caller.completed = true;
        happens("completed", caller.kind);
        if (unread == null) {
            that(caller.kind == Caller.Kind.SINGLE || caller.readToItsEnd, "an input ended unread, without a reason");
            that(caller.results == caller.read, "an input ended with %d results for %d elements", caller.results, caller.read);
        } else if (unread.cause() instanceof RejectedExecutionException || Planned.is(unread.cause())) {
            that(terminated || scenario.rejections > 0, "an input was given up for want of a thread");
        } else if (unread.cause() != null) {
            that(unread.cause() == caller.thrown, "an input ended with another one's exception");
            that(caller.results == caller.read, "an input ended with %d results for %d elements", caller.results, caller.read);
        } else {
            that(caller.kind == Caller.Kind.STREAM, "the input was not read to its end: %s", unread.reason());
            that(terminated || caller.tooLate || restraint.wasHalted() || drainedWhileSuspended, "an input was given up: %s",
                    unread.reason());
        }
    }

    /** No message waits, and no caller is about to submit one. */
    boolean isAllDone() {
        return inFlight.isEmpty() && toBeCompleted == 0;
    }

    void unexpected(Throwable error) {
        that(false, "an internal error: %s", error);
    }

    void checkState(EngineState state) {
        that(state.pendingMessages() <= settings.mostEver(EngineSettings::maxPendingMessages),
                "%d messages in the queue", state.pendingMessages());
    }

    /** The account is terminated and all pools had enough time. */
    void checkNobodyWaits(int before) {
        for (Caller caller : callers.subList(0, before)) {
            that(caller.completed || caller.kind == Caller.Kind.LIST, "a %s waits although the account was terminated",
                    caller.kind);
        }
    }

    void checkDrained() {
        for (Tracked message : messages) {
            that(message.result != null || message.caller.kind == Caller.Kind.STREAM || message.caller.tooLate,
                    "drained although %s has no result", message);
        }
    }

    /** Nothing can happen anymore. */
    void checkEnd(EngineState state) {
        callers.forEach(caller -> that(caller.completed, "a %s was never completed: %d results for %d elements", caller.kind,
                caller.results, caller.read));
        that(terminated || inFlight.isEmpty(), "%d responses were never processed", inFlight.size());
        that(state.pendingMessages() == 0 && state.heldBack() == 0 && state.requestsInFlight() == 0, "left behind: %s", state);
        messages.forEach(this::checkTruth);
    }

    private void checkTruth(Tracked message) {
        SmsSendResult result = message.result;
        if (result == null) {
            that(message.caller.kind == Caller.Kind.STREAM, "%s has no result", message);
            return;
        }
        boolean certainlyNot = result.outcome() == SmsOutcome.NOT_SENT || result.outcome() == SmsOutcome.REJECTED;
        that(!certainlyNot || message.taken == 0, "%s is %s although the service accepted it", message, result.outcome());
        that(result.outcome() != SmsOutcome.ACCEPTED || message.taken == 1,
                "%s is ACCEPTED although the service did not take it",
                message);
        boolean full = settings.wasEver(EngineSettings::refuseWhenFull) && message.caller.kind == Caller.Kind.SINGLE
                && String.valueOf(result.reason()).contains("queue is full");
        that(!scenario.isAllAccepted() || terminated || drainedWhileSuspended || full || message.caller.tooLate
                || message.refusal != null || result.outcome() == SmsOutcome.ACCEPTED,
                "%s is %s although nothing was wrong", message, result);
    }
}
