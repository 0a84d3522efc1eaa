package io.github.camelsms.file;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/**
 * Files that tests open without an exchange.
 */
final class Opened {

    private Opened() {
    }

    static SmsFile of(Path file, @Nullable Charset charset) throws IOException {
        return SmsFile.open(FileContent.file(null, file), charset, SmsFileFormat.auto);
    }

    static SmsFile of(String name, TextFile.Source source, @Nullable Charset charset) throws IOException {
        return SmsFile.open(new FileContent(name, source, false), charset, SmsFileFormat.auto);
    }
}
