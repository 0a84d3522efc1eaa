package io.github.camelsms.file;

import java.io.IOException;

import io.github.camelsms.model.OneLine;

/**
 * Exception for a file that is not a list of messages; its message names the file, the reason and the remedy, for
 * operators.
 */
public class UnreadableFileException extends IOException {

    private static final long serialVersionUID = 1L;
    /** Limit of file systems for the name of a file. */
    private static final int MAX_NAME = 255;

    /**
     * Creates an exception for a file.
     *
     * @param name   its name without directories
     * @param reason why it cannot be read, and what to do: a sentence about "it", the file
     */
    UnreadableFileException(String name, String reason) {
        super((name.equals(FileContent.BODY) ? "The body" : "File " + OneLine.of(name, MAX_NAME)) + " cannot be read: "
              + reason);
    }
}
