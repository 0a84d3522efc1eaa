package io.github.camelsms.cli.doctor;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/** The observation of one accepted message, by polls and by queries by date, until both show its final status. */
final class Watch {

    private static final Pattern OFFSET = Pattern.compile("([+-])(\\d{2}):?(\\d{2})?$");
    private static final Duration SHORT_ROUND = Duration.ofSeconds(2);
    private static final Duration LONG_ROUND = Duration.ofSeconds(15);
    /** Rounds are longer from this time on. */
    private static final Duration SHORT_ROUNDS = Duration.ofMinutes(1);

    private final Examination examination;
    private final String id;
    private final long estimatedSeconds;
    private final long start;
    private @Nullable Long sentSeconds;
    private @Nullable Integer offset;
    private @Nullable StatusItems statuses;
    private Examination.@Nullable Poll emptyPoll;
    private Duration notByDateAt = Duration.ZERO;
    private @Nullable Duration byDateAfter;
    private Duration notFinalAt = Duration.ZERO;
    private @Nullable Duration finalAfter;

    /**
     * Starts the clock: all times are relative to this call.
     *
     * @param estimatedSeconds date of queries until a response shows the send time
     */
    Watch(Examination examination, String id, long estimatedSeconds) {
        this.examination = examination;
        this.id = id;
        this.estimatedSeconds = estimatedSeconds;
        this.start = examination.nanoTime();
    }

    /** Returns the number of rounds within a time, at most. */
    static int maxRounds(Duration maxWait) {
        Duration rest = maxWait.minus(SHORT_ROUNDS);
        return (int) (SHORT_ROUNDS.dividedBy(SHORT_ROUND) + (rest.isNegative() ? 0 : rest.dividedBy(LONG_ROUND)) + 2);
    }

    /** Observes until everything was seen or the time has passed. */
    void run(Duration maxWait) throws IOException, InterruptedException {
        while (true) {
            Duration round = examination.since(start);
            observe();
            boolean isComplete = finalAfter != null && byDateAfter != null && statuses != null;
            if (isComplete || round.compareTo(maxWait) >= 0) {
                return;
            }
            Duration period = round.compareTo(SHORT_ROUNDS) < 0 ? SHORT_ROUND : LONG_ROUND;
            examination.sleep(round.plus(period).minus(examination.since(start)));
        }
    }

    private void observe() throws IOException, InterruptedException {
        if (statuses == null || finalAfter == null) {
            Duration asked = examination.since(start);
            Examination.Poll poll = examination.poll();
            if (poll != null && poll.statuses().items().isEmpty()) {
                emptyPoll = poll;
            } else if (poll != null && statuses == null && !poll.statuses().of(id).isEmpty()) {
                statuses = poll.statuses();
            }
            see(examination.polled(id), asked);
        }
        if (byDateAfter == null || finalAfter == null) {
            Duration asked = examination.since(start);
            List<JsonNode> items = examination.findByDate(sentSeconds == null ? estimatedSeconds : sentSeconds, id);
            if (items != null && !items.isEmpty()) {
                byDateAfter = byDateAfter == null ? examination.since(start) : byDateAfter;
                see(items, asked);
            } else if (byDateAfter == null) {
                notByDateAt = asked;
            }
        }
    }

    private void see(List<JsonNode> items, Duration asked) {
        for (JsonNode item : items) {
            Long seconds = StatusItems.sentSeconds(item);
            sentSeconds = seconds == null ? sentSeconds : seconds;
            offset = offset == null ? offset(Json.text(item, "sentDate")) : offset;
            if (StatusItems.isFinal(item) && finalAfter == null) {
                finalAfter = examination.since(start);
            }
        }
        if (finalAfter == null) {
            notFinalAt = asked;
        }
    }

    /** Returns the offset at the end of a date, in seconds; null if there is none. */
    static @Nullable Integer offset(@Nullable String date) {
        if (date == null) {
            return null;
        }
        Matcher offset = OFFSET.matcher(date.strip());
        if (!offset.find()) {
            return date.strip().endsWith("Z") ? Integer.valueOf(0) : null;
        }
        int minutes = Integer.parseInt(offset.group(2)) * 60
                      + (offset.group(3) == null ? 0 : Integer.parseInt(offset.group(3)));
        return (offset.group(1).equals("-") ? -60 : 60) * minutes;
    }

    Examination.Listed listed() {
        return new Examination.Listed(id, sentSeconds, offset, byDateAfter != null, finalAfter);
    }

    /** Returns the send time that the service shows, in Unix seconds, or null. */
    @Nullable
    Long sentSeconds() {
        return sentSeconds;
    }

    /** Returns the statuses of the first poll with a status of the message, or null. */
    @Nullable
    StatusItems statuses() {
        return statuses;
    }

    /** Returns a poll without statuses, or null. */
    Examination.@Nullable Poll emptyPoll() {
        return emptyPoll;
    }

    /** Returns the last time at which a query by date did not return the message, zero if the first one did. */
    Duration notByDateAt() {
        return notByDateAt;
    }

    /** Returns the first time at which a query by date returned it, or null. */
    @Nullable
    Duration byDateAfter() {
        return byDateAfter;
    }

    /** Returns the last time at which no final status was seen. */
    Duration notFinalAt() {
        return notFinalAt;
    }

    /** Returns the first time at which a final status was seen, or null. */
    @Nullable
    Duration finalAfter() {
        return finalAfter;
    }
}
