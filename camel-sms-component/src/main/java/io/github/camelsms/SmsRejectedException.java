package io.github.camelsms;

import java.util.List;

import io.github.camelsms.model.SmsSendResult;

/**
 * Exception for a message that the service, or the component's validation, rejected. Unchanged, the message is rejected
 * again.
 */
public class SmsRejectedException extends SmsException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception with the results that the option <code>results</code> selects. */
    public SmsRejectedException(String message, List<SmsSendResult> results) {
        super(message, results, null);
    }
}
