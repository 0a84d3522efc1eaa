package io.github.camelsms;

import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.github.camelsms.model.SmsMessage;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

/**
 * Tests for one body in two <code>sms:send</code>, of which only one can read it.
 */
class SmsSendMulticastTest extends SmsRouteTestSupport {

    private static final SmsMessage MESSAGE = new SmsMessage("hello", "11987654321", "a", null);
    private static final String JSON = "{\"messageText\":\"hello\",\"destination\":\"11987654321\"}";

    private final Queue<Object> completed = new ConcurrentLinkedQueue<>();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

    @Override
    RouteBuilder routes() {
        return new RouteBuilder() {
            @Override
            public void configure() {
                getContext().setStreamCaching(false);
                from("direct:multicast").multicast().to("direct:first", "direct:second");
                from("direct:parallel").multicast().parallelProcessing().to("direct:first", "direct:second");
                from("direct:recipients").recipientList(constant("direct:first,direct:second"));
                from("direct:tap").wireTap("direct:first").to("direct:second");
                branch("direct:first", "sms:send");
                branch("direct:second", "sms:send?longMessage=split");
            }

            private void branch(String uri, String endpoint) {
                from(uri).routeId(uri.substring("direct:".length()))
                        .doTry().to(endpoint).process(e -> completed.add(e.getMessage().getBody()))
                        .doCatch(Exception.class)
                        .process(e -> failures.add(e.getProperty(Exchange.EXCEPTION_CAUGHT, Throwable.class))).end();
            }
        };
    }

    static Stream<Supplier<Object>> bodiesThatAreReadOnce() {
        return Stream.of(
                () -> List.of(MESSAGE).iterator(), () -> Stream.of(MESSAGE), () -> iterableOf(List.of(MESSAGE).iterator()),
                () -> Map.of("sms", List.of(MESSAGE).iterator()), () -> List.of(List.of(MESSAGE).iterator()),
                () -> List.of(new StringReader(JSON)), () -> new StringReader("[" + JSON + "]"),
                () -> new StringReader(JSON), () -> new ByteArrayInputStream(JSON.getBytes(StandardCharsets.UTF_8)));
    }

    private static Iterable<SmsMessage> iterableOf(Iterator<SmsMessage> iterator) {
        return () -> iterator;
    }

    @ParameterizedTest
    @MethodSource("bodiesThatAreReadOnce")
    void multicast_bodyThatIsReadOnce_failsInTheSecondBranch(Supplier<Object> body) {
        sendTo("direct:multicast", body.get());
        assertThat(simulator.messages()).hasSize(1);
        assertThat(completed).hasSize(1);
        assertThat(failures).singleElement().isInstanceOf(SmsException.class).asString().contains("already read", "first");
    }

    @ParameterizedTest
    @ValueSource(strings = { "direct:multicast", "direct:parallel", "direct:recipients", "direct:tap" })
    void send_oneIteratorToTwoEndpoints_failsInOne(String uri) {
        List<SmsMessage> messages = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            messages.add(MESSAGE.withCorrelationId("m" + i));
        }
        sendTo(uri, messages.iterator());
        assertThat(failures).singleElement().isInstanceOf(SmsException.class);
        assertThat(completed).singleElement().asInstanceOf(LIST).hasSize(1_000);
        assertThat(simulator.messages()).hasSize(1_000);
    }

    /** The branch that fails must not close an input that the other one is reading. */
    @Test
    void send_iteratorThatAnotherEndpointIsReading_isReadToItsEnd() {
        sendTo("direct:tap", new WaitingInput());
        assertThat(failures).singleElement().isExactlyInstanceOf(SmsException.class).asString()
                .contains("is being read by node");
        assertThat(completed).singleElement().asInstanceOf(LIST).hasSize(2);
    }

    /** An input of two messages, the second of which comes when a branch has failed. */
    private final class WaitingInput implements Iterator<SmsMessage>, AutoCloseable {

        private int read;
        private volatile boolean isClosed;

        @Override
        public boolean hasNext() {
            return read < 2 && !isClosed;
        }

        @Override
        public SmsMessage next() {
            if (++read == 2) {
                Awaitility.await().until(() -> !failures.isEmpty());
            }
            return MESSAGE.withCorrelationId("m" + read);
        }

        @Override
        public void close() {
            isClosed = true;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = { "direct:multicast", "direct:parallel" })
    void multicast_emptyIterator_completesWithoutMessages(String uri) {
        sendTo(uri, Collections.emptyList().iterator());
        assertThat(failures).isEmpty();
        assertThat(completed).hasSize(2);
    }

    @Test
    void multicast_list_isSentTwice() {
        sendTo("direct:multicast", List.of(MESSAGE.withCorrelationId(null)));
        assertThat(failures).isEmpty();
        assertThat(simulator.messages()).hasSize(2);
    }

    /** An iterator that has new elements later, for example of a queue. */
    @Test
    void send_sameIteratorWithMoreElements_sendsThem() {
        Queue<SmsMessage> queue = new ConcurrentLinkedQueue<>(List.of(MESSAGE));
        Iterator<SmsMessage> polling = new Iterator<>() {
            @Override
            public boolean hasNext() {
                return !queue.isEmpty();
            }

            @Override
            public SmsMessage next() {
                return queue.remove();
            }
        };
        sendTo("direct:first", polling);
        queue.add(MESSAGE.withCorrelationId("b"));
        send("direct:first", e -> e.getMessage().setBody(polling));
        assertThat(failures).isEmpty();
        assertThat(simulator.messages()).hasSize(2);
    }

    private void sendTo(String uri, Object body) {
        send(uri, e -> e.getMessage().setBody(body));
        int branches = uri.equals("direct:first") ? 1 : 2;
        Awaitility.await().until(() -> completed.size() + failures.size() == branches);
    }
}
