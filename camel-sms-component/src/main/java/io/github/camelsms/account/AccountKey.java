package io.github.camelsms.account;

import java.net.URI;

/**
 * Identity of an account: users with the same base address and user name share it.
 */
public record AccountKey(String baseUrl, String username) {

    /** The address that send requests are posted to. */
    URI sendAddress() {
        return URI.create(baseUrl.replaceFirst("/+$", "") + "/v1/send");
    }

    /** The account as people may see it, in logs and health checks. */
    public String label() {
        return username + "@" + baseUrl.replaceFirst("^https?://", "");
    }
}
