package io.github.camelsms;

import java.util.List;

import io.github.camelsms.model.SmsSendResult;

/**
 * Exception if no message of the exchange reached the service. It is safe to send the exchange again.
 */
public class SmsNotSentException extends SmsException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception with the results that the option <code>results</code> selects. */
    public SmsNotSentException(String message, List<SmsSendResult> results) {
        super(message, results, null);
    }
}
