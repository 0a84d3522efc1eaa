package io.github.camelsms.account;

/**
 * Identity of an account: base address and user name.
 */
public record AccountKey(String baseUrl, String username) {

    /**
     * Returns the key with https instead of http, or http instead of https, which is the same account at the service.
     */
    AccountKey withOtherScheme() {
        String other = baseUrl.startsWith("https:") ? "http" : "https";
        return new AccountKey(other + baseUrl.substring(baseUrl.indexOf(':')), username);
    }

    /** Returns the account's display name for logs and health checks, without the password. */
    public String label() {
        return username + "@" + baseUrl.replaceFirst("^https?://", "");
    }
}
