package io.github.camelsms.model;

/**
 * Alphabet in which a text is usually transmitted.
 */
public enum SmsEncoding {

    /** The GSM 7-bit default alphabet and its extension (3GPP TS 23.038). */
    GSM_7,

    /** UCS-2, for a text with at least one character outside GSM-7. */
    UCS_2
}
