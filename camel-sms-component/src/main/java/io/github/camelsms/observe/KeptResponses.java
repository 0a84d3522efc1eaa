package io.github.camelsms.observe;

import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

/**
 * Unreadable responses to an account's polls. They are kept until an operator removes them. Polling must pause when
 * their number or their size reaches its bound. Thread-safe.
 */
public final class KeptResponses {

    static final int MAX_RESPONSES = 100;
    static final int MAX_BYTES = 16 * 1024 * 1024;
    /** Room that a poll requires, so that no block of statuses is truncated; a block has about 30 KiB. */
    static final int MIN_FREE_BYTES = 1024 * 1024;

    private final InstantSource clock;
    private final TreeMap<Long, KeptResponse> responses = new TreeMap<>();
    private long lastNumber;
    private long bytes;

    public KeptResponses(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * Keeps a response, truncated where the total size would exceed its bound.
     *
     * @param text   the response as received
     * @param reason why it was unreadable
     */
    public synchronized KeptResponse add(String text, String reason) {
        byte[] whole = text.getBytes(StandardCharsets.UTF_8);
        byte[] content = cut(whole, (int) Math.min(whole.length, MAX_BYTES - bytes));
        KeptResponse kept = new KeptResponse(++lastNumber, clock.instant(), reason, content, whole.length);
        responses.put(kept.number(), kept);
        bytes += content.length;
        return kept;
    }

    /** Returns whether there is no room for another response. */
    public synchronized boolean isFull() {
        return responses.size() >= MAX_RESPONSES || bytes > MAX_BYTES - MIN_FREE_BYTES;
    }

    public synchronized int count() {
        return responses.size();
    }

    /** Returns the total size in bytes, 0 to 16 MiB. */
    public synchronized long bytes() {
        return bytes;
    }

    /** Returns all responses, oldest first. */
    public synchronized List<KeptResponse> list() {
        return new ArrayList<>(responses.values());
    }

    /** Returns the response with this number, or null if it is not kept. */
    public synchronized @Nullable KeptResponse find(long number) {
        return responses.get(number);
    }

    /**
     * Removes the response with this number and all older ones.
     *
     * @return the number of removed responses
     */
    public synchronized int removeUpTo(long number) {
        var removed = responses.headMap(number, true);
        int count = removed.size();
        bytes -= removed.values().stream().mapToLong(response -> response.content().length).sum();
        removed.clear();
        return count;
    }

    /** Returns the first bytes without a partial character at the end. */
    private static byte[] cut(byte[] utf8, int length) {
        int end = length;
        while (end > 0 && end < utf8.length && (utf8[end] & 0xC0) == 0x80) {
            end--;
        }
        return end == utf8.length ? utf8 : Arrays.copyOf(utf8, end);
    }
}
