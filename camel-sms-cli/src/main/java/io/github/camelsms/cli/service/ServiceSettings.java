package io.github.camelsms.cli.service;

import java.nio.file.Path;
import java.util.Properties;

/**
 * Settings of a command.
 *
 * @param store file of the message store
 * @param other properties of Camel Main
 */
public record ServiceSettings(String baseUrl, String username, String password, Path store, Properties other) {

    /** Without the password. */
    @Override
    public String toString() {
        return username + "@" + baseUrl + ", store " + store;
    }

    SessionSettings ofSession() {
        return new SessionSettings(baseUrl, username, password, store, other);
    }
}
