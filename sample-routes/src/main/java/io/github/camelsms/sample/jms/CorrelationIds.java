package io.github.camelsms.sample.jms;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

import org.jspecify.annotations.Nullable;

/**
 * Derives correlation ids from the ids of queue messages, which stay the same when the broker delivers a message again.
 */
final class CorrelationIds {

    private static final int MAX_LENGTH = 50;
    private static final int DIGEST_BYTES = 20;
    private static final String PREFIX = "ID:";

    private CorrelationIds() {
    }

    /**
     * Returns the message id without its prefix, or a digest of it if it is no valid correlation id: some brokers make
     * ids of more than 50 characters.
     */
    static @Nullable String of(@Nullable String messageId) {
        if (messageId == null) {
            return null;
        }
        String id = messageId.startsWith(PREFIX) ? messageId.substring(PREFIX.length()) : messageId;
        boolean valid = !id.isEmpty() && id.length() <= MAX_LENGTH && id.chars().allMatch(c -> c > ' ' && c < 0x7f);
        return valid ? id : digest(messageId);
    }

    private static String digest(String messageId) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(messageId.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, DIGEST_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
