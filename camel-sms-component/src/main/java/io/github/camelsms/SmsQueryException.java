package io.github.camelsms;

import java.util.List;

import io.github.camelsms.model.OneLine;
import io.github.camelsms.model.SmsStatus;
import org.jspecify.annotations.Nullable;

import org.apache.camel.CamelException;

/**
 * A status query failed, or could not be read to its end. {@link #statuses()} has what was read before that.
 */
public class SmsQueryException extends CamelException {

    private static final long serialVersionUID = 1L;
    private static final int MAX_MESSAGE_LENGTH = 2_000;

    private final @Nullable Integer code;
    private final transient List<SmsStatus> statuses;
    private final transient @Nullable String response;

    /**
     * An exception for a failed query.
     *
     * @param code     the service's code or the HTTP status, or null if there was neither
     * @param statuses what was read before the query failed
     * @param answer   the response that was not understood, or null; not part of the message, as it may hold phone
     *                 numbers
     */
    public SmsQueryException(String message, @Nullable Integer code, List<SmsStatus> statuses, @Nullable String response) {
        super(OneLine.of(message, MAX_MESSAGE_LENGTH));
        this.code = code;
        this.statuses = List.copyOf(statuses);
        this.response = response;
    }

    /**
     * The service's code (interface, "Errors": -20 error in the call) or the HTTP status, or null if there was neither.
     */
    public @Nullable Integer code() {
        return code;
    }

    /**
     * What was read before the query failed; never null. Statuses not consulted before are listed nowhere else any
     * more.
     */
    public List<SmsStatus> statuses() {
        return statuses == null ? List.of() : statuses;
    }

    /**
     * The service's response as it came, if it was not understood; null otherwise. May hold phone numbers: do not log
     * it.
     */
    public @Nullable String response() {
        return response;
    }

    /**
     * None: it would show one of the component's threads, never the route, and hide the message in a log.
     */
    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
