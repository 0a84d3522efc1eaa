package io.github.camelsms;

import java.util.List;

import io.github.camelsms.model.OneLine;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

import org.apache.camel.CamelException;

/**
 * An exchange of messages failed. {@link #results()} says what became of each of its messages.
 */
public class SmsException extends CamelException {

    private static final long serialVersionUID = 1L;
    private static final int MAX_MESSAGE_LENGTH = 2_000;

    // Records are not serializable; an exception that travels loses its results, not its message.
    private final transient List<SmsSendResult> results;

    public SmsException(String message, List<SmsSendResult> results, @Nullable Throwable cause) {
        super(OneLine.of(message, MAX_MESSAGE_LENGTH), cause);
        this.results = List.copyOf(results);
    }

    /**
     * What became of each message of the exchange, in input order, as far as the endpoint's option <code>results</code>
     * keeps it; whatever the outcome of each. Never null.
     */
    public List<SmsSendResult> results() {
        return results == null ? List.of() : results;
    }

    /**
     * None: it would show one of the component's threads, never the route, and hide the message in a log.
     */
    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
