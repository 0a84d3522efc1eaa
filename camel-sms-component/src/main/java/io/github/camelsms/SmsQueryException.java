package io.github.camelsms;

import java.util.List;

import io.github.camelsms.model.OneLine;
import io.github.camelsms.model.SmsStatus;
import org.jspecify.annotations.Nullable;

import org.apache.camel.CamelException;

/**
 * Exception for a status query that failed or is incomplete. {@link #statuses()} has the statuses read so far.
 */
public class SmsQueryException extends CamelException {

    private static final long serialVersionUID = 1L;
    private static final int MAX_MESSAGE_LENGTH = 2_000;

    private final @Nullable Integer code;
    private final transient List<SmsStatus> statuses;
    private final transient @Nullable String response;

    /**
     * Creates an exception for a failed query.
     *
     * @param code     the service's code or the HTTP status, or null if there was neither
     * @param statuses statuses that were read before the failure
     * @param response the unreadable response, or null; not part of the message, because it may contain phone numbers
     */
    public SmsQueryException(String message, @Nullable Integer code, List<SmsStatus> statuses, @Nullable String response) {
        super(OneLine.of(message, MAX_MESSAGE_LENGTH));
        this.code = code;
        this.statuses = List.copyOf(statuses);
        this.response = response;
    }

    /**
     * Returns the service's code (interface, "Errors": -20 error in the call) or the HTTP status, or null if there was
     * neither.
     */
    public @Nullable Integer code() {
        return code;
    }

    /**
     * Returns the statuses that were read before the failure; never null. The service does not return them again if
     * they had not been consulted before.
     */
    public List<SmsStatus> statuses() {
        return statuses == null ? List.of() : statuses;
    }

    /**
     * Returns the service's response if it was unreadable, otherwise null. It may contain phone numbers: do not log it.
     */
    public @Nullable String response() {
        return response;
    }

    /**
     * Omits the stack trace, which would show a thread of the component instead of the route.
     */
    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
