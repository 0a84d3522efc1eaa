package io.github.camelsms.cli;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class SmsCommandTest {

    private final CommandRun command = new CommandRun();

    @Test
    void run_help_listsTheCommands() {
        assertThat(command.run("--help")).isZero();

        assertThat(command.out()).startsWith("Usage: camel-sms [-hv] COMMAND").contains("simulate");
        assertThat(command.err()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', nullValues = "-", value = {
            "messagess ; unknown argument messagess: did you mean messages?",
            "--pasword=secret ; unknown option --pasword: see --help" })
    void run_wrongArgument_printsOneLineAndReturns2(String argument, String message) {
        assertThat(command.run(argument)).isEqualTo(2);

        assertThat(command.err()).isEqualTo("camel-sms: " + message + System.lineSeparator());
        assertThat(command.out()).isEmpty();
    }

    @Test
    void run_noCommand_namesTheHelp() {
        assertThat(command.run()).isEqualTo(2);

        assertThat(command.err()).isEqualTo("camel-sms: name a command, or see --help" + System.lineSeparator());
    }

    @Test
    void completion_always_printsAScriptForAllCommands() {
        assertThat(command.run("completion")).isZero();

        assertThat(command.out()).startsWith("#!/usr/bin/env bash").contains("send", "check", "status", "messages", "opt-out",
                "simulate",
                "--base-url");
    }

    @Test
    void run_helpOfAnyCommand_printsUsage() {
        assertThat(command.run("send", "--help")).isZero();

        assertThat(command.out()).startsWith("Usage: camel-sms send ").contains("--store=FILE", "Service and message store:");
    }
}
