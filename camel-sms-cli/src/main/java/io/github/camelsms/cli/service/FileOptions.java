package io.github.camelsms.cli.service;

import io.github.camelsms.file.SmsFileDataFormat;
import picocli.CommandLine.Option;

/** Options of commands that read a file of messages to send, as a mixin. */
public final class FileOptions {

    @Option(names = "--charset", paramLabel = "NAME", defaultValue = "auto",
            description = "character set of the file, such as windows-1252 (detected)")
    private String charset = "auto";

    @Option(names = "--requests-per-second", paramLabel = "RATE", defaultValue = "1",
            description = "rate limit of the account (1)")
    private double requestsPerSecond = 1;

    /** Returns the maximum rate of the account. */
    public double requestsPerSecond() {
        return requestsPerSecond;
    }

    /** Creates the data format that reads the file. */
    public SmsFileDataFormat format() throws Exception {
        SmsFileDataFormat format = new SmsFileDataFormat();
        format.setCharset(charset);
        format.start();
        return format;
    }
}
