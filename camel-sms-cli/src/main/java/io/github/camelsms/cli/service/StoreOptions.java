package io.github.camelsms.cli.service;

import java.nio.file.Path;
import java.util.Properties;

import io.github.camelsms.cli.process.Surroundings;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options of commands that use the message store, but neither the service nor an account, as a mixin. */
public final class StoreOptions extends SettingOptions {

    /** Group with a heading of its own in the help. */
    static final class Group {

        @Option(names = "--store", paramLabel = "FILE", description = "message store (SMS_STORE; ~/.camel-sms/messages.db)")
        private @Nullable Path store;

        @Option(names = "--config", paramLabel = "FILE",
                description = "properties of the component, camel.component.sms.* (~/.camel-sms/config.properties)")
        private @Nullable Path config;
    }

    @ArgGroup(exclusive = false, validate = false, heading = "%nMessage store:%n", order = 100)
    private Group given = new Group();

    public StoreOptions(Surroundings surroundings) {
        super(surroundings);
    }

    /**
     * Returns the settings of a session.
     *
     * @param  isCreated          whether a missing message store is created
     * @throws ParameterException if a setting cannot be used, or if the store is missing and is not created
     */
    SessionSettings settings(boolean isCreated) {
        return usable(() -> {
            Properties file = sources().configuration(given.config);
            // Without an account, there is nothing to use it for.
            sources().first(null, "SMS_PASSWORD", file, "password");
            Path store = isCreated
                    ? sources().store(given.store)
                    : sources().existingStore(given.store, "name an existing one with --store or the environment variable"
                                                           + " SMS_STORE; the commands send, opt-out add and opt-out import"
                                                           + " create it");
            return new SessionSettings(null, null, null, store, file);
        });
    }
}
