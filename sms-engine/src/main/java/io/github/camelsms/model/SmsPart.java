package io.github.camelsms.model;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Segment of a split message, identified by its correlation id. The segments of <code>order-7</code> are sent as
 * <code>order-7-1of3</code>, <code>order-7-2of3</code> and <code>order-7-3of3</code>, and the service lists their
 * statuses under these ids.
 *
 * @param wholeId the message's correlation id, as returned by {@link #wholeId(String)}
 * @param part    number of the segment, from 1
 * @param parts   number of segments of the message, 2 to 9
 */
public record SmsPart(String wholeId, int part, int parts) {

    /** Maximum number of segments of a message. */
    public static final int MAX_PARTS = 9;

    private static final Pattern PART_ID = Pattern.compile("(.+)-([1-9])of([2-9])", Pattern.DOTALL);
    /** Maximum length of a message's id in a segment's id, which the service limits to 50 characters. */
    private static final int MAX_WHOLE_ID_LENGTH = 50 - "-1of9".length();
    private static final int RADIX = 36;
    /** Digits of the largest 64-bit number. */
    private static final int HASH_LENGTH = 13;

    /**
     * Returns the segment with this correlation id; null if it is not the id of a segment, and for null.
     */
    public static @Nullable SmsPart of(@Nullable String correlationId) {
        Matcher id = PART_ID.matcher(correlationId == null ? "" : correlationId);
        if (!id.matches()) {
            return null;
        }
        int part = Integer.parseInt(id.group(2));
        int parts = Integer.parseInt(id.group(3));
        return part <= parts ? new SmsPart(id.group(1), part, parts) : null;
    }

    /**
     * Returns the correlation ids of a message's segments, in order. They are deterministic and have at most 50
     * characters.
     *
     * @param  correlationId            the message's own id, 1 to 50 characters
     * @param  parts                    number of segments, 2 to 9
     * @throws IllegalArgumentException if there are fewer or more segments
     */
    public static List<String> correlationIds(String correlationId, int parts) {
        if (parts < 2 || parts > MAX_PARTS) {
            throw new IllegalArgumentException("a split message has 2 to " + MAX_PARTS + " segments, not " + parts);
        }
        String wholeId = wholeId(correlationId);
        List<String> ids = new ArrayList<>(parts);
        for (int part = 1; part <= parts; part++) {
            ids.add(wholeId + "-" + part + "of" + parts);
        }
        return ids;
    }

    /**
     * Returns the prefix of the segments' ids: the message's correlation id. An id with more than 45 characters is
     * shortened to its first 31, a hyphen and a hash of the whole id.
     */
    public static String wholeId(String correlationId) {
        if (correlationId.length() <= MAX_WHOLE_ID_LENGTH) {
            return correlationId;
        }
        int kept = MAX_WHOLE_ID_LENGTH - HASH_LENGTH - 1;
        if (Character.isHighSurrogate(correlationId.charAt(kept - 1))) {
            kept--;
        }
        return correlationId.substring(0, kept) + "-" + hash(correlationId);
    }

    /** Returns the first 64 bits of a SHA-256, as lower-case letters and digits. */
    private static String hash(String id) {
        byte[] digest = Sha256.newDigest().digest(id.getBytes(StandardCharsets.UTF_8));
        String digits = Long.toUnsignedString(ByteBuffer.wrap(digest).getLong(), RADIX);
        return "0".repeat(HASH_LENGTH - digits.length()) + digits;
    }
}
