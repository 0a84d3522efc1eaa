package io.github.camelsms.model;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The hash function SHA-256.
 */
public final class Sha256 {

    private Sha256() {
    }

    /** Returns a new digest. */
    public static MessageDigest newDigest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
