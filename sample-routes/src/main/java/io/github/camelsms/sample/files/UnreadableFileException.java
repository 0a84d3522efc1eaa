package io.github.camelsms.sample.files;

/**
 * A file that as a whole is no list of messages; the message says why, for a person to read.
 */
class UnreadableFileException extends Exception {

    private static final long serialVersionUID = 1L;

    UnreadableFileException(String message) {
        super(message);
    }
}
