package io.github.camelsms.client;

import java.net.URI;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * Scheme, host and effective port of an address (RFC 6454). Credentials go to the configured origin only.
 */
record Origin(@Nullable String scheme, @Nullable String host, int port) {

    static Origin of(URI address) {
        String scheme = lowerCase(address.getScheme());
        int port = address.getPort();
        if (port < 0) {
            port = "https".equals(scheme) ? 443 : 80;
        }
        return new Origin(scheme, lowerCase(address.getHost()), port);
    }

    private static @Nullable String lowerCase(@Nullable String text) {
        return text == null ? null : text.toLowerCase(Locale.ROOT);
    }
}
