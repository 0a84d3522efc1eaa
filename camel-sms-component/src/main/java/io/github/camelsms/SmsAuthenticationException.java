package io.github.camelsms;

import java.util.List;

import io.github.camelsms.model.SmsSendResult;

/**
 * Exception if the service refused the account's credentials, so that no message of the exchange was sent. The account
 * is halted until a probe succeeds, which is sent once a minute.
 */
public class SmsAuthenticationException extends SmsNotSentException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception with the results that the option <code>results</code> selects. */
    public SmsAuthenticationException(String message, List<SmsSendResult> results) {
        super(message, results);
    }
}
