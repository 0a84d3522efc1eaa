package io.github.camelsms.store.jdbc;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.HexFormat;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import io.github.camelsms.store.MessageRecord;

/**
 * Keyed hashes of values that are not stored in clear text. A hashed phone number cannot be found by trying all numbers
 * without the store's key. Thread-safe.
 */
final class Fingerprints {

    private static final String ALGORITHM = "HmacSHA256";
    private static final int KEY_LENGTH = 32;
    /** Number of bytes of a destination's hash. */
    private static final int HASH_LENGTH = 16;

    private final Mac keyed;

    /**
     * @param key a key from {@link #newKey()}
     */
    Fingerprints(String key) {
        try {
            keyed = Mac.getInstance(ALGORITHM);
            keyed.init(new SecretKeySpec(HexFormat.of().parseHex(key), ALGORITHM));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }

    static String newKey() {
        byte[] key = new byte[KEY_LENGTH];
        new SecureRandom().nextBytes(key);
        return HexFormat.of().formatHex(key);
    }

    /** Returns the fingerprint of a message, which distinguishes a duplicate from a conflict. */
    long of(String destination, String text) {
        return ByteBuffer.wrap(mac(destination + '\n' + text)).getLong();
    }

    /** Returns the replacement of a destination. */
    String hash(String destination) {
        return MessageRecord.HASH_MARK + secret(destination);
    }

    /** Returns a hash in hexadecimal digits. Who does not have the key cannot derive it from the value. */
    String secret(String value) {
        return HexFormat.of().formatHex(mac(value), 0, HASH_LENGTH);
    }

    private byte[] mac(String value) {
        try {
            return ((Mac) keyed.clone()).doFinal(value.getBytes(StandardCharsets.UTF_8));
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("the platform's " + ALGORITHM + " can be cloned", e);
        }
    }
}
