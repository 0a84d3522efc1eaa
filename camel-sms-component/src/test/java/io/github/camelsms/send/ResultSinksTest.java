package io.github.camelsms.send;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import io.github.camelsms.SmsException;
import io.github.camelsms.SmsOutcomeUnknownException;
import io.github.camelsms.SmsResults;
import io.github.camelsms.body.PartResults;
import io.github.camelsms.engine.ReadFailure;
import io.github.camelsms.engine.ResultSink;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.apache.camel.support.DefaultMessage;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for exchanges whose result cannot be written: they fail with the error and complete once.
 */
class ResultSinksTest {

    private static final SendResults RESULTS = new SendResults(false);
    private static final SmsMessage MESSAGE = new SmsMessage("Hi", "11987654321", "a", null);
    private static final SmsSendResult ACCEPTED = SmsSendResult.accepted(5, "id", "a");

    private final DefaultCamelContext context = new DefaultCamelContext();
    private final AtomicInteger completed = new AtomicInteger();

    static Stream<Throwable> failures() {
        return Stream.of(new OutOfMemoryError("a body that is too large"), new StackOverflowError(),
                new IllegalStateException());
    }

    @ParameterizedTest
    @MethodSource("failures")
    void singleResult_exchangeThrows_failsTheExchange(Throwable failure) {
        Exchange exchange = brokenExchange(failure);
        OneResult sink = new OneResult(exchange, doneSync -> completed.incrementAndGet(), RESULTS, MESSAGE);
        sink.result(0, ACCEPTED);
        sink.completed(null);
        assertThat(thrown(exchange)).isSameAs(failure);
        assertThat(completed).hasValue(1);
    }

    @ParameterizedTest
    @MethodSource("failures")
    void manyResults_exchangeThrows_failsTheExchange(Throwable failure) {
        Exchange exchange = brokenExchange(failure);
        ManyResults sink = new ManyResults(exchange, doneSync -> completed.incrementAndGet(), SmsResults.all);
        sink.result(0, ACCEPTED);
        sink.completed(null);
        assertThat(thrown(exchange)).isSameAs(failure);
        assertThat(completed).hasValue(1);
    }

    @Test
    void manyResults_missingResult_failsTheExchange() {
        Exchange exchange = new DefaultExchange(context);
        ManyResults sink = new ManyResults(exchange, doneSync -> completed.incrementAndGet(), SmsResults.all);
        sink.result(0, ACCEPTED);
        sink.result(2, ACCEPTED);
        sink.completed(null);
        assertThat(exchange.getException()).hasStackTraceContaining("result of element 1");
        assertThat(completed).hasValue(1);
    }

    @ParameterizedTest
    @MethodSource("failures")
    void partResults_sinkThrows_completesWithTheFailure(Throwable failure) {
        @Nullable
        ReadFailure[] end = new ReadFailure[1];
        PartResults parts = new PartResults(new ResultSink() {
            @Override
            public void result(long index, SmsSendResult result) {
                throw sneaky(failure);
            }

            @Override
            public void completed(@Nullable ReadFailure unread) {
                end[0] = unread;
            }
        });
        parts.expect("a", 2);
        parts.result(0, ACCEPTED);
        parts.result(1, ACCEPTED);
        parts.completed(null);
        assertThat(end[0]).isNotNull().extracting(ReadFailure::cause).isSameAs(failure);
    }

    @Test
    void singleResult_missingAfterTheMessageWasStored_isUnknown() {
        Exchange exchange = new DefaultExchange(context);
        OneResult sink = new OneResult(exchange, doneSync -> completed.incrementAndGet(), RESULTS, MESSAGE);
        sink.stored(0, "a", false);
        sink.completed(new ReadFailure("the results of the segments could not be combined", null));
        assertThat(exchange.getException()).isExactlyInstanceOf(SmsOutcomeUnknownException.class);
        assertThat(completed).hasValue(1);
    }

    /** A result is missing, as if the memory had run out when the segments were combined. */
    @Test
    void partResults_resultsOfAMessageNotCombined_messageIsUnknown() {
        Exchange exchange = new DefaultExchange(context);
        PartResults parts = new PartResults(
                new OneResult(exchange, doneSync -> completed.incrementAndGet(), RESULTS, MESSAGE));
        parts.expect("a", 2);
        parts.result(0, ACCEPTED);
        parts.result(1, null);
        parts.completed(null);
        assertThat(exchange.getException()).isExactlyInstanceOf(SmsOutcomeUnknownException.class);
        assertThat(completed).hasValue(1);
    }

    @Test
    void partResults_resultsOfOneOfManyNotCombined_exchangeIsNotSafeToRepeat() {
        Exchange exchange = new DefaultExchange(context);
        PartResults parts = new PartResults(
                new ManyResults(exchange, doneSync -> completed.incrementAndGet(), SmsResults.all));
        parts.expect("a", 2);
        parts.result(0, ACCEPTED);
        parts.result(1, null);
        parts.completed(null);
        assertThat(exchange.getException()).isExactlyInstanceOf(SmsException.class).hasMessageContaining("1 unknown");
        assertThat(completed).hasValue(1);
    }

    /** Memory runs out once when a message is ended of which only some segments were sent. */
    @Test
    void partResults_endOfAPartialMessageFails_messageIsUnknown() {
        Exchange exchange = new DefaultExchange(context);
        ResultSink one = new OneResult(exchange, doneSync -> completed.incrementAndGet(), RESULTS, MESSAGE);
        AtomicInteger calls = new AtomicInteger();
        PartResults parts = new PartResults(new ResultSink() {
            @Override
            public void result(long index, SmsSendResult result) {
                if (calls.getAndIncrement() == 0) {
                    throw new OutOfMemoryError();
                }
                one.result(index, result);
            }

            @Override
            public void completed(@Nullable ReadFailure unread) {
                one.completed(unread);
            }
        });
        parts.expect("a", 2);
        parts.result(0, ACCEPTED);
        parts.completed(new ReadFailure("the engine stops", new IllegalStateException()));
        assertThat(exchange.getException()).isExactlyInstanceOf(SmsOutcomeUnknownException.class);
        assertThat(completed).hasValue(1);
    }

    @Test
    void partResults_resultsOfTwoOfManyNotCombined_bothAreUnknown() {
        Exchange exchange = new DefaultExchange(context);
        PartResults parts = new PartResults(
                new ManyResults(exchange, doneSync -> completed.incrementAndGet(), SmsResults.counts));
        parts.expect("a", 2);
        parts.expect("b", 2);
        parts.result(0, ACCEPTED);
        parts.result(1, null);
        parts.result(2, ACCEPTED);
        parts.result(3, null);
        parts.completed(null);
        assertThat(exchange.getException()).hasMessageContaining("2 unknown");
        assertThat(completed).hasValue(1);
    }

    private Exchange brokenExchange(Throwable failure) {
        Exchange exchange = new DefaultExchange(context);
        Message message = new DefaultMessage(context) {
            @Override
            public void setBody(@Nullable Object body) {
                throw sneaky(failure);
            }
        };
        exchange.setMessage(message);
        return exchange;
    }

    /** Returns the failure of the exchange; Camel wraps errors. */
    private static @Nullable Throwable thrown(Exchange exchange) {
        Exception exception = exchange.getException();
        return exception != null && exception.getCause() != null ? exception.getCause() : exception;
    }

    private static Error sneaky(Throwable failure) {
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        return (Error) failure;
    }
}
