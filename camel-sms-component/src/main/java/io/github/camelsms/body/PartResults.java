package io.github.camelsms.body;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.camelsms.engine.ReadFailure;
import io.github.camelsms.engine.ResultSink;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

/**
 * Sink that combines the results of the segments of a {@link PartSource} into one result for each message. It keeps
 * only the segments that have no result yet.
 */
public final class PartResults implements ResultSink {

    private final ResultSink elements;
    /** By position in the engine's input. Filled by readers, emptied by the loop. */
    private final Map<Long, Part> expected = new ConcurrentHashMap<>();
    private long nextPart;
    private long nextElement;
    /** Error while results were combined; the exchange then fails. */
    private @Nullable Throwable failure;
    /**
     * Messages whose results could not be combined. Created with its space, because the memory may be used up later.
     */
    private final List<WholeResult> uncombined = new ArrayList<>(8);

    public PartResults(ResultSink elements) {
        this.elements = elements;
    }

    private record Part(WholeResult whole, int number) {
    }

    /**
     * Announces the next message before the engine receives it. Called by one reader at a time.
     *
     * @param correlationId the message's own id, or null if it is not split
     * @param parts         its number of segments; 1 if it is not split
     */
    public void expect(@Nullable String correlationId, int parts) {
        WholeResult whole = new WholeResult(nextElement++, correlationId, parts);
        for (int part = 0; part < parts; part++) {
            expected.put(nextPart++, new Part(whole, part));
        }
    }

    @Override
    public void result(long index, SmsSendResult result) {
        WholeResult whole = null;
        try {
            Part part = expected.remove(index);
            whole = part == null ? null : part.whole();
            if (part != null && part.whole().add(part.number(), result)) {
                elements.result(part.whole().index(), part.whole().result());
            }
        } catch (Throwable e) {
            failed(whole, e);
        }
    }

    @Override
    public void stored(long index, String correlationId, boolean isDuplicate) {
        elements.stored(index, correlationId, isDuplicate);
    }

    @Override
    public void completed(@Nullable ReadFailure unread) {
        try {
            if (unread != null) {
                expected.values().stream().map(Part::whole).distinct().filter(WholeResult::isPartial)
                        .forEach(whole -> endPartial(whole, unread));
            }
            // Otherwise their exchange would look as if nothing had been sent.
            uncombined.forEach(whole -> elements.result(whole.index(), whole.unknown()));
        } catch (Throwable e) {
            failure = e;
        }
        elements.completed(
                failure == null || unread != null
                        ? unread : new ReadFailure("the results of the segments could not be combined", failure));
    }

    private void endPartial(WholeResult whole, ReadFailure unread) {
        try {
            whole.endUnsent(unread.reason());
            elements.result(whole.index(), whole.result());
        } catch (Throwable e) {
            failed(whole, e);
        }
    }

    private void failed(@Nullable WholeResult whole, Throwable cause) {
        failure = cause;
        if (whole != null) {
            uncombined.add(whole);
        }
    }

    /**
     * Combined result of a message that is sent in segments. It is ACCEPTED if all segments are, and NOT_SENT or
     * REJECTED only if no segment was sent or may have been sent. Not thread-safe.
     */
    static final class WholeResult {

        /** Precedence of the segments' outcomes for the code and reason of the message. */
        private static final List<SmsOutcome> PRECEDENCE
                = List.of(SmsOutcome.UNKNOWN, SmsOutcome.REJECTED, SmsOutcome.NOT_SENT);

        private final long index;
        private final @Nullable String correlationId;
        private final @Nullable SmsSendResult[] parts;
        private int missing;

        /**
         * @param index position of the message in its input
         * @param parts number of segments; 1 for a message that was not split
         */
        WholeResult(long index, @Nullable String correlationId, int parts) {
            this.index = index;
            this.correlationId = correlationId;
            this.parts = new SmsSendResult[parts];
            this.missing = parts;
        }

        long index() {
            return index;
        }

        /** Adds the result of a segment, and returns whether all segments have their results. */
        boolean add(int part, SmsSendResult result) {
            parts[part] = result;
            missing--;
            return missing == 0;
        }

        /** Returns whether only some segments have results. */
        boolean isPartial() {
            return missing > 0 && missing < parts.length;
        }

        /** Marks the segments without a result as not sent. */
        void endUnsent(String reason) {
            for (int part = 0; part < parts.length; part++) {
                if (parts[part] == null) {
                    add(part, SmsSendResult.notSent(null, reason, null));
                }
            }
        }

        /** Returns the message's result, with its own correlation id. */
        SmsSendResult result() {
            if (parts.length == 1) {
                return Objects.requireNonNull(parts[0]);
            }
            for (SmsOutcome outcome : PRECEDENCE) {
                SmsSendResult first = results().filter(result -> result.outcome() == outcome).findFirst().orElse(null);
                if (first != null) {
                    boolean partlySent = results().anyMatch(result -> result.outcome() == SmsOutcome.ACCEPTED);
                    return new SmsSendResult(
                            partlySent ? SmsOutcome.UNKNOWN : outcome, first.code(), null, reason(outcome, first),
                            correlationId,
                            sentAt(), first.destination(), first.origin());
                }
            }
            String ids = results().map(SmsSendResult::smsId).filter(Objects::nonNull).collect(Collectors.joining(","));
            SmsSendResult first = Objects.requireNonNull(parts[0]);
            return SmsSendResult.accepted(first.code(), ids.isEmpty() ? null : ids, correlationId).withSentAt(sentAt())
                    .about(first.destination(), first.origin());
        }

        /** Returns the message's result if those of its segments cannot be combined. */
        SmsSendResult unknown() {
            return SmsSendResult.unknown(null, "the results of its segments could not be combined", correlationId);
        }

        private @Nullable Instant sentAt() {
            return results().map(SmsSendResult::sentAt).filter(Objects::nonNull).min(Comparator.naturalOrder()).orElse(null);
        }

        private Stream<SmsSendResult> results() {
            return Stream.of(parts).map(Objects::requireNonNull);
        }

        private String reason(SmsOutcome deciding, SmsSendResult first) {
            StringBuilder reason = new StringBuilder();
            reason.append(numbers(SmsOutcome.ACCEPTED).size()).append(" of ").append(parts.length).append(" segments accepted");
            for (SmsOutcome outcome : PRECEDENCE) {
                List<String> numbers = numbers(outcome);
                if (!numbers.isEmpty()) {
                    String name = outcome.name().toLowerCase(Locale.ROOT).replace('_', ' ');
                    reason.append(", ").append(numbers.size()).append(' ').append(name).append(" (segment ")
                            .append(String.join(", ", numbers)).append(')');
                }
            }
            if (first.reason() != null) {
                reason.append("; segment ").append(numbers(deciding).get(0)).append(": ").append(first.reason());
            }
            return reason.toString();
        }

        private List<String> numbers(SmsOutcome outcome) {
            List<String> numbers = new ArrayList<>();
            for (int part = 0; part < parts.length; part++) {
                if (Objects.requireNonNull(parts[part]).outcome() == outcome) {
                    numbers.add(String.valueOf(part + 1));
                }
            }
            return numbers;
        }
    }
}
