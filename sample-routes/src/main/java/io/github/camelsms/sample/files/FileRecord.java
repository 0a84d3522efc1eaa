package io.github.camelsms.sample.files;

import io.github.camelsms.model.SmsMessage;

/**
 * One record of an input file: a line of a CSV file, an element of a JSON file.
 */
public sealed interface FileRecord {

    /**
     * Where it stands, counted from 1: the first line of the record in a CSV file, the element in a JSON file.
     */
    int line();

    /** A record that is a message; whether the service takes it is decided when it is sent. */
    record Readable(int line, SmsMessage message) implements FileRecord {
    }

    /** A record that is no message; its neighbours are read as usual. */
    record Unreadable(int line, String reason) implements FileRecord {
    }

    /** The place from which on nothing can be read; always the last record of its file. */
    record Broken(int line, String reason) implements FileRecord {
    }
}
