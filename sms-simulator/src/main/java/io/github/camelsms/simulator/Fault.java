package io.github.camelsms.simulator;

import java.time.Duration;

/**
 * Something that goes wrong with one request; made by the methods here and handed to
 * {@link SmsSimulator#failNext(Fault...)} or {@link SmsSimulator#failRandomly(double, Fault)}.
 *
 * <p>
 * A fault <i>before accepting</i> hits any request with good credentials: nothing is stored and the rate limit does not
 * count it. A fault <i>after accepting</i> waits for a request that the service has taken and spoils the answer. A
 * refused connection is no fault of a request: call {@link SmsSimulator#stop()} and {@link SmsSimulator#start()}.
 */
public sealed interface Fault {

    /** The connection is closed without an answer; nothing is stored. */
    static Fault dropBeforeAccepting() {
        return new DropBeforeAccepting(false);
    }

    /** The connection is closed without an answer; the messages are stored (or the statuses consulted). */
    static Fault dropAfterAccepting() {
        return new DropAfterAccepting(false);
    }

    /** The connection is reset (TCP RST) without an answer; nothing is stored. */
    static Fault resetBeforeAccepting() {
        return new DropBeforeAccepting(true);
    }

    /** The connection is reset (TCP RST) without an answer; the messages are stored (or the statuses consulted). */
    static Fault resetAfterAccepting() {
        return new DropAfterAccepting(true);
    }

    /** Nothing is sent for {@code delay} after the messages are stored, then the whole answer. */
    static Fault delayAnswer(Duration delay) {
        return new DelayAnswer(delay);
    }

    /** Head and half of the body come at once, the rest after {@code pause}. */
    static Fault stallBody(Duration pause) {
        return new StallBody(pause);
    }

    /** The body comes in small pieces over {@code total}: never silent for long, and late. */
    static Fault trickleBody(Duration total) {
        return new TrickleBody(total);
    }

    /** Half of the announced body comes, then the connection is closed. */
    static Fault truncateBody() {
        return new TruncateBody();
    }

    /** HTTP status 200, announced as JSON, and a body that is none. */
    static Fault garbageBody() {
        return new GarbageBody();
    }

    /** The right answer behind {@code bytes} of white space. */
    static Fault oversizedBody(int bytes) {
        return new OversizedBody(bytes);
    }

    /** The result of the last message is missing; send only. */
    static Fault oneResultFewer() {
        return new WrongCount(CountError.ONE_FEWER);
    }

    /** One result too many, for a correlation id that nobody sent; send only. */
    static Fault oneResultMore() {
        return new WrongCount(CountError.ONE_MORE);
    }

    /** The second result carries the first one's correlation id (a lone result comes twice); send only. */
    static Fault duplicatedCorrelationId() {
        return new WrongCount(CountError.DUPLICATED_ID);
    }

    /** No result carries a correlation id; send only. */
    static Fault missingCorrelationIds() {
        return new WrongCount(CountError.IDS_MISSING);
    }

    /** An HTTP status from 400 to 599 with a page of HTML, as from a gateway; nothing is stored. */
    static Fault httpStatus(int status) {
        return new HttpStatus(status, true);
    }

    /** The same, after the messages are stored. */
    static Fault httpStatusAfterAccepting(int status) {
        return new HttpStatus(status, false);
    }

    /** A redirect (HTTP status 301, 302, 303, 307 or 308) to a path where nothing is; nothing is stored. */
    static Fault redirect(int status) {
        return redirect(status, "/redirected");
    }

    /** A redirect to {@code location}; nothing is stored. */
    static Fault redirect(int status, String location) {
        return new Redirect(status, location);
    }

    /** The answer to too many requests, in the shape that is set, although the rate was kept; nothing is stored. */
    static Fault tooManyRequests() {
        return new TooManyRequests();
    }

    /** Reads the text form that command line and admin API use: a name, and for some a colon and a value. */
    static Fault parse(String text) {
        return FaultNames.parse(text);
    }

    /** Whether the request is spoilt before the service has taken anything from it. */
    boolean isBeforeAccepting();

    /** Whether this can happen to requests of the given operation. */
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
    record DropAfterAccepting(boolean reset) implements SpoiltAnswer {
    }

    /** See {@link Fault#delayAnswer(Duration)}. */
    record DelayAnswer(Duration delay) implements SpoiltAnswer {
    }

    /** See {@link Fault#stallBody(Duration)}. */
    record StallBody(Duration pause) implements SpoiltAnswer {
    }

    /** See {@link Fault#trickleBody(Duration)}. */
    record TrickleBody(Duration total) implements SpoiltAnswer {
    }

    /** See {@link Fault#truncateBody()}. */
    record TruncateBody() implements SpoiltAnswer {
    }

    /** See {@link Fault#garbageBody()}. */
    record GarbageBody() implements SpoiltAnswer {
    }

    /** See {@link Fault#oversizedBody(int)}. */
    record OversizedBody(int bytes) implements SpoiltAnswer {
        public OversizedBody {
            if (bytes < 1) {
                throw new IllegalArgumentException("oversizedBody of " + bytes + " bytes: give at least 1");
            }
        }
    }

    /** See {@link Fault#oneResultFewer()} and its neighbours. */
    record WrongCount(CountError error) implements SpoiltAnswer {
        @Override
        public boolean appliesTo(Operation operation) {
            return operation == Operation.SEND;
        }
    }

    /** See {@link Fault#httpStatus(int)}. */
    record HttpStatus(int status, boolean isBeforeAccepting) implements Fault {
        public HttpStatus {
            if (status < 400 || status > 599) {
                throw new IllegalArgumentException("httpStatus " + status + " is no error: give one from 400 to 599");
            }
        }
    }

    /** See {@link Fault#redirect(int, String)}. */
    record Redirect(int status, String location) implements Fault {
        public Redirect {
            if (status < 301 || status > 308 || (status > 303 && status < 307)) {
                throw new IllegalArgumentException("redirect " + status + " is none: give 301, 302, 303, 307 or 308");
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

    /** A fault of the answer to a request that the service has taken. */
    sealed interface SpoiltAnswer extends Fault {
        @Override
        default boolean isBeforeAccepting() {
            return false;
        }
    }

    /** How the results of a send request fail to match its messages. */
    enum CountError {
        /** The last result is missing. */
        ONE_FEWER,
        /** There is a result of a message that nobody sent. */
        ONE_MORE,
        /** Two results carry the same correlation id. */
        DUPLICATED_ID,
        /** No result carries a correlation id. */
        IDS_MISSING
    }
}
