package io.github.camelsms;

import java.util.List;

import io.github.camelsms.model.SmsSendResult;

/**
 * Exception for an exchange whose messages were not sent, because the service rejected the account's credentials. The
 * account is halted and sends one probe a minute until a probe succeeds.
 */
public class SmsAuthenticationException extends SmsNotSentException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception with the results that the option <code>results</code> selects. */
    public SmsAuthenticationException(String message, List<SmsSendResult> results) {
        super(message, results);
    }
}
