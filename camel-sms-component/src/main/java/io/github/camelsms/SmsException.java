package io.github.camelsms;

import java.util.List;

import io.github.camelsms.model.OneLine;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

import org.apache.camel.CamelException;

/**
 * Exception for a failed exchange. {@link #results()} has the results that the option <code>results</code> selects.
 * <p>
 * This class itself is used if some messages may have been sent or stored and others not, for example because the input
 * could not be read to its end.
 */
public class SmsException extends CamelException {

    private static final long serialVersionUID = 1L;
    private static final int MAX_MESSAGE_LENGTH = 2_000;

    // Transient, because records are not serializable: a serialized exception keeps only its message.
    private final transient List<SmsSendResult> results;

    /** Creates an exception. Line breaks in the message become spaces, and it is cut off at 2,000 characters. */
    public SmsException(String message, List<SmsSendResult> results, @Nullable Throwable cause) {
        super(OneLine.of(message, MAX_MESSAGE_LENGTH), cause);
        this.results = List.copyOf(results);
    }

    /**
     * Returns the results of the exchange's messages in input order, as selected by the endpoint's option
     * <code>results</code>. Never null.
     */
    public List<SmsSendResult> results() {
        return results == null ? List.of() : results;
    }

    /**
     * Omits the stack trace, which would show a thread of the component instead of the route.
     */
    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
