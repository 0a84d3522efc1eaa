package io.github.camelsms.sample.files;

import java.io.IOException;

/**
 * A file that as a whole is no list of messages; the message says why, for a person to read.
 */
public class UnreadableFileException extends IOException {

    private static final long serialVersionUID = 1L;

    UnreadableFileException(String message) {
        super(message);
    }
}
