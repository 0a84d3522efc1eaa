package io.github.camelsms.account;

import java.net.URI;

/**
 * Identity of an account: base address and user name.
 */
public record AccountKey(String baseUrl, String username) {

    /** Returns the URL of send requests. */
    URI sendAddress() {
        return URI.create(baseUrl.replaceFirst("/+$", "") + "/v1/send");
    }

    /** Returns the account's display name for logs and health checks, without the password. */
    public String label() {
        return username + "@" + baseUrl.replaceFirst("^https?://", "");
    }
}
