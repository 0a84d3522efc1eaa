package io.github.camelsms;

import java.util.List;

import io.github.camelsms.model.SmsSendResult;

/**
 * The service refused the account's credentials, so no message of the exchange was sent. The account is halted until a
 * probe, once a minute, is let through.
 */
public class SmsAuthenticationException extends SmsNotSentException {

    private static final long serialVersionUID = 1L;

    public SmsAuthenticationException(String message, List<SmsSendResult> results) {
        super(message, results);
    }
}
