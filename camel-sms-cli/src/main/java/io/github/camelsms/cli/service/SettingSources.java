package io.github.camelsms.cli.service;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Properties;

import io.github.camelsms.cli.process.Surroundings;
import org.jspecify.annotations.Nullable;

/**
 * Places from which commands take settings: an option has precedence over its environment variable, and that over the
 * configuration file.
 */
record SettingSources(Surroundings surroundings) {

    private static final String PREFIX = "camel.component.sms.";
    private static final String STORE = "SMS_STORE";

    /**
     * Returns the file of the message store, whether it exists or not.
     *
     * @param given that of the option, or null
     */
    Path store(@Nullable Path given) {
        String variable = surroundings.environment().get(STORE);
        return given != null ? given : variable != null ? Path.of(variable) : home().resolve("messages.db");
    }

    /**
     * Returns the file of an existing message store.
     *
     * @throws IllegalArgumentException if there is none
     */
    Path existingStore(@Nullable Path given, String remedy) {
        Path store = store(given);
        if (!Files.exists(store)) {
            throw new IllegalArgumentException("there is no message store " + store + ": " + remedy);
        }
        return store;
    }

    /** Returns whether the message store is named by its option or environment variable. */
    boolean isStoreNamed(@Nullable Path given) {
        return given != null || surroundings.environment().containsKey(STORE);
    }

    private Path home() {
        return surroundings.home().resolve(".camel-sms");
    }

    /** Returns the value, and removes it from the properties, so that Camel does not set it again. */
    @Nullable
    String first(@Nullable String option, String variable, Properties file, String property) {
        String inFile = null;
        for (String name : file.stringPropertyNames()) {
            if (name.startsWith(PREFIX) && normalized(name.substring(PREFIX.length())).equals(normalized(property))) {
                inFile = String.valueOf(file.remove(name));
            }
        }
        String inEnvironment = surroundings.environment().get(variable);
        return option != null ? option : inEnvironment != null ? inEnvironment : inFile;
    }

    /**
     * Returns the value as {@link #first} does.
     *
     * @param  what                     the setting, for people
     * @param  option                   the option of the command
     * @param  given                    value of this option, or null
     * @throws IllegalArgumentException if there is none
     */
    String required(
            String what, String option, @Nullable String given, String variable, Properties file, String property) {
        String value = first(given, variable, file, property);
        if (value == null) {
            throw new IllegalArgumentException(
                    "the " + what + " is missing: set " + option + ", the environment variable " + variable + ", or " + PREFIX
                                               + property + " in the configuration file");
        }
        return value;
    }

    private static String normalized(String property) {
        return property.replace("configuration.", "").replace("-", "").toLowerCase(Locale.ROOT);
    }

    /**
     * Reads the configuration file.
     *
     * @param  given                    that of the option, or null for the standard one, which can be missing
     * @throws IllegalArgumentException if it cannot be used
     */
    Properties configuration(@Nullable Path given) {
        Properties properties = new Properties();
        Path standard = home().resolve("config.properties");
        Path file = given != null ? given : standard;
        if (given == null && !Files.exists(standard)) {
            return properties;
        }
        try {
            properties.load(new StringReader(PrivateFile.read(file)));
        } catch (IOException e) {
            throw new IllegalArgumentException(file + " cannot be read (" + e.getMessage() + ")", e);
        }
        for (String name : properties.stringPropertyNames()) {
            if (!name.startsWith("camel.")) {
                throw new IllegalArgumentException(
                        file + " has the property " + name + ": use properties of Camel Main, such as " + PREFIX + "base-url");
            }
        }
        return properties;
    }
}
