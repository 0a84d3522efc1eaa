package io.github.camelsms;

import java.util.List;

import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

/**
 * Exception for an exchange whose messages the service has certainly not accepted. With <code>completeOn=stored</code>:
 * the exchange has stored no message. It is safe to send the exchange again.
 */
public class SmsNotSentException extends SmsException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception with the results that the option <code>results</code> selects. */
    public SmsNotSentException(String message, List<SmsSendResult> results) {
        this(message, results, null);
    }

    /**
     * Creates an exception with the results that the option <code>results</code> selects.
     *
     * @param cause why nothing was sent, or null
     */
    public SmsNotSentException(String message, List<SmsSendResult> results, @Nullable Throwable cause) {
        super(message, results, cause);
    }
}
