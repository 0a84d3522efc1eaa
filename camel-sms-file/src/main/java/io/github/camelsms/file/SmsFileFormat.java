package io.github.camelsms.file;

/**
 * Format of the content that the data format <code>smsFile</code> reads.
 */
public enum SmsFileFormat {

    /** The format that the name of the file ends with, otherwise that of its content. */
    auto,
    /** Rows below a header line. */
    csv,
    /** Objects, arrays of objects, or <code>{"sms":[…]}</code>. */
    json
}
