package io.github.camelsms.model;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.charset.MalformedInputException;
import java.sql.SQLException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

import com.fasterxml.jackson.core.JsonParseException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

class RemedyTest {

    /** As the class of that name in the library of JMS. */
    private static final class JMSException extends Exception {

        private static final long serialVersionUID = 1L;
    }

    static Stream<Throwable> unavailable() {
        return Stream.of(
                new ConnectException("Connection refused"), new IOException("No space left on device"), new TimeoutException(),
                new JMSException(), new IllegalStateException("wrapped", new RuntimeException(new JMSException())),
                new SQLException("connection", "08006"), new SQLException("disk full", "53100"));
    }

    static Stream<Throwable> wrong() {
        return Stream.of(
                new IllegalStateException("no such header"), new NullPointerException(), new FileNotFoundException("/no"),
                new MalformedInputException(1), new JsonParseException(null, "not JSON"), new SQLException("syntax", "42601"),
                new NoClassDefFoundError("a class"));
    }

    @ParameterizedTest
    @MethodSource("unavailable")
    void ofRoute_otherEndIsUnavailable_leavesTheRoute(Throwable failure) {
        assertThat(Remedy.ofRoute(failure)).isEqualTo(Remedy.UNAVAILABLE);
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void ofRoute_anyOtherFailure_isOfTheRoute(Throwable failure) {
        assertThat(Remedy.ofRoute(failure)).isEqualTo("Correct the route");
    }

    @Test
    void ofBoth_memoryIsFull_isAboutMemory() {
        Throwable failure = new IllegalStateException(new OutOfMemoryError("Java heap space"));
        assertThat(Remedy.ofRoute(failure)).isEqualTo(Remedy.MEMORY);
        assertThat(Remedy.ofInternalError(failure)).isEqualTo(Remedy.MEMORY);
    }

    @Test
    void ofInternalError_defect_isToBeReported() {
        assertThat(Remedy.ofInternalError(new NullPointerException())).isEqualTo("Report it with the stack trace");
    }

    @Test
    void ofRoute_causeThrows_isOfTheRoute() {
        assertThat(Remedy.ofRoute(new IllegalStateException() {
            @Override
            public synchronized Throwable getCause() {
                throw new IllegalStateException();
            }
        })).isEqualTo("Correct the route");
    }
}
