package io.github.camelsms.cli.service;

import java.util.function.Supplier;

import io.github.camelsms.cli.process.Surroundings;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** What the mixins of settings share. */
abstract sealed class SettingOptions permits ServiceOptions, StoreOptions {

    @Option(names = "--json", description = "print JSON for programs, one object per line")
    private boolean json;

    @Spec(Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    private CommandSpec command;

    private final SettingSources sources;

    SettingOptions(Surroundings surroundings) {
        this.sources = new SettingSources(surroundings);
    }

    /** Returns whether results are printed as JSON. */
    public final boolean isJson() {
        return json;
    }

    final SettingSources sources() {
        return sources;
    }

    /**
     * Returns settings.
     *
     * @throws ParameterException if one cannot be used: if the supplier throws an IllegalArgumentException
     */
    final <T> T usable(Supplier<T> settings) {
        try {
            return settings.get();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }
}
