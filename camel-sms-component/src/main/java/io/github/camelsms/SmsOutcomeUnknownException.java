package io.github.camelsms;

import java.util.List;

import io.github.camelsms.model.SmsSendResult;

/**
 * Exception for an exchange with messages that may or may not have been sent, because their request had no usable
 * response. Never send them again without a by-date query for their correlation ids. With
 * <code>completeOn=stored</code>: messages may or may not have been stored, and those that were stored are sent. It is
 * safe to repeat the exchange only if each message has its own correlation id.
 */
public class SmsOutcomeUnknownException extends SmsException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception with the results that the option <code>results</code> selects. */
    public SmsOutcomeUnknownException(String message, List<SmsSendResult> results) {
        super(message, results, null);
    }
}
