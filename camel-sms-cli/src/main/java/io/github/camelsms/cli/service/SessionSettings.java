package io.github.camelsms.cli.service;

import java.nio.file.Path;
import java.util.Properties;

import org.jspecify.annotations.Nullable;

/**
 * Settings of a session. A session without an address or credentials can use only what needs no account.
 *
 * @param store file of the message store, or null for none
 * @param other properties of Camel Main
 */
record SessionSettings(@Nullable String baseUrl, @Nullable String username, @Nullable String password, @Nullable Path store,
        Properties other) {

    /** Without the password. */
    @Override
    public String toString() {
        return username + "@" + baseUrl + ", store " + store;
    }
}
