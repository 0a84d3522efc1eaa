package io.github.camelsms.simulator;

import java.time.Duration;

/**
 * A failure of one request; pass it to {@link SmsSimulator#failNext(Fault...)} or
 * {@link SmsSimulator#failRandomly(double, Fault)}.
 *
 * <p>
 * A fault <i>before accepting</i> affects any request with valid credentials: nothing is stored and the rate limit does
 * not count the request. A fault <i>after accepting</i> waits for a request that the service accepts and changes its
 * response. To simulate a refused connection, call {@link SmsSimulator#stop()} and {@link SmsSimulator#start()}.
 */
public sealed interface Fault {

    /** Closes the connection without a response; nothing is stored. */
    static Fault dropBeforeAccepting() {
        return new DropBeforeAccepting(false);
    }

    /** Closes the connection without a response; the messages are stored (or the statuses consulted). */
    static Fault dropAfterAccepting() {
        return new DropAfterAccepting(false);
    }

    /** Resets the connection (TCP RST) without a response; nothing is stored. */
    static Fault resetBeforeAccepting() {
        return new DropBeforeAccepting(true);
    }

    /** Resets the connection (TCP RST) without a response; the messages are stored (or the statuses consulted). */
    static Fault resetAfterAccepting() {
        return new DropAfterAccepting(true);
    }

    /** Sends the whole response {@code delay} after the messages are stored, and nothing before. */
    static Fault delayResponse(Duration delay) {
        return new DelayResponse(delay);
    }

    /** Sends headers and half of the body immediately, and the rest after {@code pause}. */
    static Fault stallBody(Duration pause) {
        return new StallBody(pause);
    }

    /** Sends the body in small chunks, evenly spread over {@code total}. */
    static Fault trickleBody(Duration total) {
        return new TrickleBody(total);
    }

    /** Sends half of the announced body, then closes the connection. */
    static Fault truncateBody() {
        return new TruncateBody();
    }

    /** Sends HTTP status 200 with the content type JSON and a body that is not JSON. */
    static Fault garbageBody() {
        return new GarbageBody();
    }

    /** Sends {@code bytes} of white space, 1 to 1,000,000,000, before the correct body. */
    static Fault oversizedBody(int bytes) {
        return new OversizedBody(bytes);
    }

    /** Omits the result of the last message; send only. */
    static Fault oneResultFewer() {
        return new WrongCount(CountError.ONE_FEWER);
    }

    /** Adds a result with a correlation id that is not in the request; send only. */
    static Fault oneResultMore() {
        return new WrongCount(CountError.ONE_MORE);
    }

    /** Gives the second result the correlation id of the first (a single result is repeated); send only. */
    static Fault duplicatedCorrelationId() {
        return new WrongCount(CountError.DUPLICATED_ID);
    }

    /** Removes the correlation id from every result; send only. */
    static Fault missingCorrelationIds() {
        return new WrongCount(CountError.IDS_MISSING);
    }

    /** Responds with an HTTP status from 400 to 599 and an HTML page, as a gateway does; nothing is stored. */
    static Fault httpStatus(int status) {
        return new HttpStatus(status, true);
    }

    /** Responds with an HTTP status from 400 to 599 and an HTML page, after the messages are stored. */
    static Fault httpStatusAfterAccepting(int status) {
        return new HttpStatus(status, false);
    }

    /** Redirects (HTTP status 301, 302, 303, 307 or 308) to a path that does not exist; nothing is stored. */
    static Fault redirect(int status) {
        return redirect(status, "/redirected");
    }

    /** Redirects to {@code location}; nothing is stored. */
    static Fault redirect(int status, String location) {
        return new Redirect(status, location);
    }

    /** Throttles the request, in the configured form, although the rate was not exceeded; nothing is stored. */
    static Fault tooManyRequests() {
        return new TooManyRequests();
    }

    /** Returns whether the request fails before the service has accepted anything from it. */
    boolean isBeforeAccepting();

    /** Returns whether this fault is possible for requests of the given operation. */
    default boolean appliesTo(Operation operation) {
        return true;
    }

    /** See {@link Fault#dropBeforeAccepting()} and {@link Fault#resetBeforeAccepting()}. */
    record DropBeforeAccepting(boolean reset) implements Fault {
        @Override
        public boolean isBeforeAccepting() {
            return true;
        }
    }

    /** See {@link Fault#dropAfterAccepting()} and {@link Fault#resetAfterAccepting()}. */
    record DropAfterAccepting(boolean reset) implements ResponseFault {
    }

    /** See {@link Fault#delayResponse(Duration)}. */
    record DelayResponse(Duration delay) implements ResponseFault {
    }

    /** See {@link Fault#stallBody(Duration)}. */
    record StallBody(Duration pause) implements ResponseFault {
    }

    /** See {@link Fault#trickleBody(Duration)}. */
    record TrickleBody(Duration total) implements ResponseFault {
    }

    /** See {@link Fault#truncateBody()}. */
    record TruncateBody() implements ResponseFault {
    }

    /** See {@link Fault#garbageBody()}. */
    record GarbageBody() implements ResponseFault {
    }

    /** See {@link Fault#oversizedBody(int)}. */
    record OversizedBody(int bytes) implements ResponseFault {
        private static final int MAX_BYTES = 1_000_000_000;

        public OversizedBody {
            // The length of the whole response is an int.
            if (bytes < 1 || bytes > MAX_BYTES) {
                throw new IllegalArgumentException(
                        "oversizedBody of " + bytes + " bytes is not possible: give 1 to " + MAX_BYTES);
            }
        }
    }

    /**
     * See {@link Fault#oneResultFewer()}, {@link Fault#oneResultMore()}, {@link Fault#duplicatedCorrelationId()} and
     * {@link Fault#missingCorrelationIds()}.
     */
    record WrongCount(CountError error) implements ResponseFault {
        @Override
        public boolean appliesTo(Operation operation) {
            return operation == Operation.SEND;
        }
    }

    /** See {@link Fault#httpStatus(int)}. */
    record HttpStatus(int status, boolean isBeforeAccepting) implements Fault {
        public HttpStatus {
            if (status < 400 || status > 599) {
                throw new IllegalArgumentException("httpStatus " + status + " is not an error: give one from 400 to 599");
            }
        }
    }

    /** See {@link Fault#redirect(int, String)}. */
    record Redirect(int status, String location) implements Fault {
        public Redirect {
            if (status < 301 || status > 308 || (status > 303 && status < 307)) {
                throw new IllegalArgumentException("redirect " + status + " is not supported: give 301, 302, 303, 307 or 308");
            }
        }

        @Override
        public boolean isBeforeAccepting() {
            return true;
        }
    }

    /** See {@link Fault#tooManyRequests()}. */
    record TooManyRequests() implements Fault {
        @Override
        public boolean isBeforeAccepting() {
            return true;
        }
    }

    /** A fault of the response to a request that the service has accepted. */
    sealed interface ResponseFault extends Fault {
        @Override
        default boolean isBeforeAccepting() {
            return false;
        }
    }

    /** The mismatch between the results of a send request and its messages. */
    enum CountError {
        /** The last result is missing. */
        ONE_FEWER,
        /** There is a result for a message that is not in the request. */
        ONE_MORE,
        /** Two results carry the same correlation id. */
        DUPLICATED_ID,
        /** No result carries a correlation id. */
        IDS_MISSING
    }
}
