package io.github.camelsms.send;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

import io.github.camelsms.logging.SafeLogger;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.observe.AccountMonitor;
import org.jspecify.annotations.Nullable;

import org.apache.camel.Exchange;
import org.apache.camel.ExchangePropertyKey;

/**
 * Warnings about routes that send messages, but slowly or without the expected guarantee. Each is logged once for each
 * endpoint. Thread-safe.
 */
final class RouteWarnings {

    private static final SafeLogger LOG = SafeLogger.SENDING;
    private static final long WINDOW = Duration.ofMinutes(1).toNanos();
    private static final int MIN_REQUESTS = 10;
    /** A split or loop with fewer elements loses little time. */
    private static final int MIN_INDEX = 10;

    private final String endpoint;
    private final boolean isJoinTransaction;
    private final boolean isStored;
    private final AccountMonitor monitor;
    private final LongSupplier nanos;
    private final AtomicBoolean hasWarnedOfTransaction = new AtomicBoolean();
    private final AtomicBoolean hasWarnedOfSameId = new AtomicBoolean();
    private final AtomicBoolean hasWarnedOfSplit = new AtomicBoolean();
    private volatile @Nullable Part lastPart;
    private @Nullable Window window;

    /**
     * Message of a split.
     *
     * @param split id of the exchange that was split
     */
    private record Part(@Nullable String split, int index, @Nullable String correlationId) {

        boolean hasIdOf(Part other) {
            return split != null && correlationId != null && index != other.index && split.equals(other.split)
                    && correlationId.equals(other.correlationId);
        }
    }

    /** The account's requests and their messages until a time, and the number of messages of splits and loops since. */
    private record Window(long since, long requests, long messages, long sequential) {
    }

    /**
     * @param nanos a monotonic clock, in nanoseconds
     */
    RouteWarnings(String endpoint, boolean isJoinTransaction, boolean isStored, AccountMonitor monitor, LongSupplier nanos) {
        this.endpoint = endpoint;
        this.isJoinTransaction = isJoinTransaction;
        this.isStored = isStored;
        this.monitor = monitor;
        this.nanos = nanos;
    }

    /**
     * Checks an exchange that is sent.
     *
     * @param message message of an exchange of one, or null
     */
    void check(Exchange exchange, @Nullable SmsMessage message) {
        if (!isJoinTransaction && exchange.isTransacted() && !hasWarnedOfTransaction.getAndSet(true)) {
            LOG.warn(
                    "{}: an exchange is in a transaction, but its messages are not part of it: they are sent even if it is rolled back, and again if the exchange is redelivered. Set completeOn=stored and joinTransaction=true, or give each message a correlation id of its own and use a message store. This is logged once",
                    endpoint);
        }
        if (message == null) {
            return;
        }
        Integer split = exchange.getProperty(ExchangePropertyKey.SPLIT_INDEX, Integer.class);
        Integer loop = exchange.getProperty(ExchangePropertyKey.LOOP_INDEX, Integer.class);
        if (split != null && !isStored && !hasWarnedOfSameId.get()) {
            checkId(new Part(
                    exchange.getProperty(ExchangePropertyKey.CORRELATION_ID, String.class), split, message.correlationId()));
        }
        if (Math.max(split == null ? 0 : split, loop == null ? 0 : loop) >= MIN_INDEX && !hasWarnedOfSplit.get()) {
            checkRequests();
        }
    }

    private void checkId(Part part) {
        Part last = lastPart;
        lastPart = part;
        if (last != null && part.hasIdOf(last) && !hasWarnedOfSameId.getAndSet(true)) {
            LOG.warn(
                    "{}: several messages of a split have the correlation id {}. Their statuses cannot be told apart, and no two of them share a request. Set the header CamelSmsCorrelationId inside the split, for example with the suffix -${exchangeProperty.CamelSplitIndex}. This is logged once",
                    endpoint, part.correlationId);
        }
    }

    /** Called for each message of a split or loop. */
    private synchronized void checkRequests() {
        long now = nanos.getAsLong();
        long requests = monitor.requests();
        long messages = monitor.messagesInRequests();
        Window current = window == null ? new Window(now, requests, messages, 0) : window;
        window = new Window(current.since, current.requests, current.messages, current.sequential + 1);
        if (now - current.since < WINDOW) {
            return;
        }
        window = null;
        long sent = requests - current.requests;
        // Each request has at least one message, so most have exactly one.
        boolean isMostlyOne = 2 * (messages - current.messages) < 3 * sent;
        if (sent >= MIN_REQUESTS && isMostlyOne && 2 * current.sequential >= sent && !hasWarnedOfSplit.getAndSet(true)) {
            LOG.warn(
                    "{}: most of the last {} requests carried one message, because a split or loop waits for each message before it sends the next one. A request can carry 200 messages: send the list in one exchange, add parallelProcessing to the split, or set completeOn=stored with a message store. This is logged once",
                    endpoint, sent);
        }
    }
}
