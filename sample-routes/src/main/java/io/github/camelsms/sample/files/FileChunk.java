package io.github.camelsms.sample.files;

import java.util.List;

import io.github.camelsms.model.SmsMessage;

/**
 * Some messages of a file that are sent together.
 *
 * @param job     the work on the file that they belong to
 * @param records the messages with their lines, in the order of the file
 */
public record FileChunk(FileJob job, List<FileRecord.Readable> records) {

    /**
     * What <code>sms:send</code> takes as its body.
     */
    public List<SmsMessage> messages() {
        return records.stream().map(FileRecord.Readable::message).toList();
    }

    @Override
    public String toString() {
        return "FileChunk[" + records.size() + " messages of " + job + "]";
    }
}
