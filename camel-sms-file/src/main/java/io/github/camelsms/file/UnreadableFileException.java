package io.github.camelsms.file;

import java.io.IOException;

/**
 * Exception for a file that is not a list of messages; its message states why, for operators.
 */
public class UnreadableFileException extends IOException {

    private static final long serialVersionUID = 1L;

    UnreadableFileException(String message) {
        super(message);
    }
}
