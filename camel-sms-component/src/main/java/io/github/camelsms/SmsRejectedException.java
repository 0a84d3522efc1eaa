package io.github.camelsms;

import java.util.List;

import io.github.camelsms.model.SmsSendResult;

/**
 * The service, or our own validation before it, refused the message. Sending it again unchanged would be refused too.
 */
public class SmsRejectedException extends SmsException {

    private static final long serialVersionUID = 1L;

    public SmsRejectedException(String message, List<SmsSendResult> results) {
        super(message, results, null);
    }
}
