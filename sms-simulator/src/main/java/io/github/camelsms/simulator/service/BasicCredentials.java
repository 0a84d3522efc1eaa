package io.github.camelsms.simulator.service;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;

import org.jspecify.annotations.Nullable;

/** The required user name and password, for HTTP Basic authentication. */
final class BasicCredentials {

    private static final String SCHEME = "Basic ";

    private final byte[] expected;

    BasicCredentials(String username, String password) {
        this.expected = (username + ":" + password).getBytes(StandardCharsets.UTF_8);
    }

    boolean match(@Nullable String authorization) {
        if (authorization == null || !authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return false;
        }
        try {
            byte[] given = Base64.getDecoder().decode(authorization.substring(SCHEME.length()).trim());
            return MessageDigest.isEqual(expected, given);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
