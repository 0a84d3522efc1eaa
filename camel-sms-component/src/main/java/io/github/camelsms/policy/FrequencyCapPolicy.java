package io.github.camelsms.policy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import io.github.camelsms.MessageStoreAware;
import io.github.camelsms.SmsPolicy;
import io.github.camelsms.SmsVerdict;
import io.github.camelsms.engine.StoreCalls;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsPart;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsSentMessage;
import org.jspecify.annotations.Nullable;

/**
 * Policy that rejects messages to a number that has received as many as are allowed in a period before, with the code
 * {@value #CODE}.
 * <p>
 * With a message store it counts the messages of all accounts and nodes that were sent in this period, may have been,
 * or are in flight. Two nodes that check messages to the same number at the same moment can reject both. The period
 * must be within the store's retention. Without a message store it counts the messages of this process since its start,
 * including those that were not sent after all, and remembers each number for the period. The segments of a split
 * message with a correlation id count as one message. Thread-safe.
 */
public final class FrequencyCapPolicy implements SmsPolicy, MessageStoreAware {

    /** Code of a rejection. */
    public static final String CODE = "FREQUENCY_CAP";

    private volatile int max = 1;
    private volatile Duration period = Duration.ofDays(1);
    private volatile @Nullable Integer passPriority;
    private volatile @Nullable MessageStore store;
    /** Times of the messages of this process, by number and message. Guarded by itself. */
    private final Map<String, Map<Object, Instant>> counted = new HashMap<>();
    private Instant cleanedAt = Instant.MIN;

    /**
     * Sets the maximum number of messages to a number in the period; 1 by default.
     *
     * @throws IllegalArgumentException if it is less than 1
     */
    public void setMax(int max) {
        if (max < 1) {
            throw new IllegalArgumentException("max=" + max + " is too small: use 1 or more");
        }
        this.max = max;
    }

    /**
     * Sets the period that ends with the check; a day by default.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    public void setPeriod(Duration period) {
        if (period.isZero() || period.isNegative()) {
            throw new IllegalArgumentException("period=" + period + " is too short: use a positive duration, such as P1D");
        }
        this.period = period;
    }

    /**
     * Sets the lowest priority, 0 to 9, of messages that are not rejected; null, the default, for none. They count. A
     * message without a priority has {@link SmsMessage#DEFAULT_PRIORITY}.
     */
    public void setPassPriority(@Nullable Integer passPriority) {
        this.passPriority = passPriority;
    }

    @Override
    public void setMessageStore(MessageStore messageStore) {
        store = messageStore;
    }

    @Override
    public SmsVerdict check(SmsMessage message, Instant now) {
        return checkAll(List.of(message), now).get(0);
    }

    /**
     * @throws io.github.camelsms.store.SmsStoreException if the message store fails, or its retention is too short
     */
    @Override
    public List<SmsVerdict> checkAll(List<SmsMessage> messages, Instant now) {
        Map<String, Set<Object>> sent = sent(messages, now);
        // The store has these in flight already, and one that is asked about again was counted before.
        for (SmsMessage message : messages) {
            sent.getOrDefault(message.destination(), new HashSet<>()).remove(key(message));
        }
        List<SmsVerdict> verdicts = new ArrayList<>(messages.size());
        for (SmsMessage message : messages) {
            Set<Object> before = sent.computeIfAbsent(String.valueOf(message.destination()), number -> new HashSet<>());
            boolean isAllowed = passes(message) || before.contains(key(message)) || before.size() < max;
            if (isAllowed) {
                before.add(key(message));
            }
            verdicts.add(isAllowed ? SmsVerdict.allow() : SmsVerdict.reject(CODE, max + " in " + period));
        }
        return verdicts;
    }

    private boolean passes(SmsMessage message) {
        Integer bound = passPriority;
        Integer given = message.priority();
        return bound != null && (given == null ? SmsMessage.DEFAULT_PRIORITY : given) >= bound;
    }

    /** Returns what identifies a message, also if it is asked about again; the same for the segments of a message. */
    private static Object key(SmsMessage message) {
        String id = message.correlationId();
        return id == null ? new Identity(message) : key(id);
    }

    private static String key(String correlationId) {
        SmsPart part = SmsPart.of(correlationId);
        return part == null ? correlationId : part.wholeId();
    }

    /** Message without a correlation id, which is the same object when it is asked about again. */
    private record Identity(SmsMessage message) {

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Identity identity && identity.message == message;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(message);
        }
    }

    private Map<String, Set<Object>> sent(List<SmsMessage> messages, Instant now) {
        Map<String, Set<Object>> sent = new HashMap<>();
        List<String> numbers = messages.stream().map(SmsMessage::destination).map(Objects::requireNonNull).distinct().toList();
        Instant since = now.minus(period);
        MessageStore current = store;
        if (current == null) {
            synchronized (counted) {
                for (String number : numbers) {
                    Set<Object> keys = new HashSet<>();
                    counted.getOrDefault(number, Map.of()).forEach((key, time) -> {
                        if (time.isAfter(since)) {
                            keys.add(key);
                        }
                    });
                    sent.put(number, keys);
                }
            }
            return sent;
        }
        for (List<String> portion : StoreCalls.portions(numbers)) {
            for (SmsSentMessage message : StoreCalls.await(current.operations().sentTo(portion, since))) {
                sent.computeIfAbsent(message.destination(), number -> new HashSet<>()).add(key(message.correlationId()));
            }
        }
        return sent;
    }

    @Override
    public void onAllowed(List<SmsMessage> messages, Instant now) {
        if (store != null) {
            return;
        }
        synchronized (counted) {
            if (cleanedAt.isBefore(now.minus(period.dividedBy(2)))) {
                Instant since = now.minus(period);
                counted.values().forEach(times -> times.values().removeIf(time -> !time.isAfter(since)));
                counted.values().removeIf(Map::isEmpty);
                cleanedAt = now;
            }
            for (SmsMessage message : messages) {
                counted.computeIfAbsent(String.valueOf(message.destination()), number -> new HashMap<>(2))
                        .put(key(message), now);
            }
        }
    }
}
