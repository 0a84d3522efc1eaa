package io.github.camelsms.cli.service;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

import io.github.camelsms.cli.process.Surroundings;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/**
 * Options of commands that use the service or the message store, as a mixin. An option has precedence over its
 * environment variable, and that over the configuration file. There is no option for the password, because arguments
 * are visible to other users of the machine.
 */
public final class ServiceOptions extends SettingOptions {

    /** Group with a heading of its own in the help. */
    static final class Group {

        @Option(names = "--base-url", paramLabel = "URL", description = "address of the service, without /v1 (SMS_BASE_URL)")
        private @Nullable String baseUrl;

        @Option(names = "--username", paramLabel = "NAME", description = "user name of the account (SMS_USERNAME)")
        private @Nullable String username;

        @Option(names = "--password-file", paramLabel = "FILE",
                description = "file with the password, which only you can read. Without it, the password is in the"
                              + " environment variable SMS_PASSWORD or in the configuration file")
        private @Nullable Path passwordFile;

        @Option(names = "--store", paramLabel = "FILE",
                description = "message store, which is created if it is missing (SMS_STORE; ~/.camel-sms/messages.db)")
        private @Nullable Path store;

        @Option(names = "--config", paramLabel = "FILE",
                description = "properties of the component, camel.component.sms.* (~/.camel-sms/config.properties)")
        private @Nullable Path config;
    }

    @ArgGroup(exclusive = false, validate = false, heading = "%nService and message store:%n", order = 100)
    private Group given = new Group();

    public ServiceOptions(Surroundings surroundings) {
        super(surroundings);
    }

    /**
     * Returns the settings.
     *
     * @throws ParameterException if one is missing or cannot be used
     */
    public ServiceSettings settings() {
        return usable(() -> {
            Properties file = sources().configuration(given.config);
            String baseUrl = sources().required(
                    "address of the service", "--base-url", given.baseUrl, "SMS_BASE_URL", file, "base-url");
            String username = sources().required("user name", "--username", given.username, "SMS_USERNAME", file, "username");
            String password = given.passwordFile == null
                    ? sources().required("password", "--password-file", null, "SMS_PASSWORD", file, "password")
                    : PrivateFile.read(given.passwordFile);
            return new ServiceSettings(baseUrl, username, password.stripTrailing(), sources().store(given.store), file);
        });
    }

    /**
     * Returns the settings of a session that only checks messages. Without a message store, they are complete without
     * an account; with one, the account is needed to find its messages.
     *
     * @param  withoutStore       whether the message store is not used; otherwise it is, unless it is not named and
     *                            missing
     * @throws ParameterException if a setting is missing or cannot be used, such as a store that is named and missing
     */
    SessionSettings checkSettings(boolean withoutStore) {
        return usable(() -> {
            if (withoutStore || !sources().isStoreNamed(given.store) && !Files.exists(sources().store(null))) {
                Properties file = sources().configuration(given.config);
                return new SessionSettings(
                        sources().first(given.baseUrl, "SMS_BASE_URL", file, "base-url"),
                        sources().first(given.username, "SMS_USERNAME", file, "username"),
                        sources().first(null, "SMS_PASSWORD", file, "password"), null, file);
            }
            sources().existingStore(given.store, "name an existing one with --store, or check without one with --no-store");
            return settings().ofSession();
        });
    }
}
