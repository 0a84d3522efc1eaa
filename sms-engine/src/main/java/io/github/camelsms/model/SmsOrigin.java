package io.github.camelsms.model;

/**
 * Place in a file that a message comes from. It is stored with the message and returned with its result.
 *
 * @param file name of the file, 1 to 255 characters
 * @param line first line of the message, or its position in a JSON list, from 1
 */
public record SmsOrigin(String file, int line) {

    private static final int MAX_NAME_LENGTH = 255;

    /**
     * @throws IllegalArgumentException if a value is out of range
     */
    public SmsOrigin {
        if (file.isEmpty() || file.length() > MAX_NAME_LENGTH) {
            throw new IllegalArgumentException(
                    "the name of the file has " + file.length() + " characters: 1 to " + MAX_NAME_LENGTH + " are allowed");
        }
        if (line < 1) {
            throw new IllegalArgumentException("line=" + line + ": lines are counted from 1");
        }
    }
}
