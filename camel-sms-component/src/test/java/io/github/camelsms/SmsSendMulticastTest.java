package io.github.camelsms;

import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
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

/**
 * Tests for one body in two <code>sms:send</code>.
 */
class SmsSendMulticastTest extends SmsRouteTestSupport {

    private static final SmsMessage MESSAGE = new SmsMessage("hello", "11987654321", "a", null);
    private static final String JSON = "{\"messageText\":\"hello\",\"destination\":\"11987654321\"}";

    private final Queue<Object> completed = new ConcurrentLinkedQueue<>();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

    @Override
    protected RouteBuilder routes() {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:multicast").multicast().to("direct:first", "direct:second");
                from("direct:parallel").multicast().parallelProcessing().to("direct:first", "direct:second");
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

    /** Camel caches these streams. */
    static Stream<Supplier<Object>> streams() {
        return Stream.of(
                () -> new StringReader("[" + JSON + "]"), () -> new StringReader(JSON),
                () -> new ByteArrayInputStream(JSON.getBytes(StandardCharsets.UTF_8)));
    }

    @ParameterizedTest
    @MethodSource("streams")
    void multicast_streamOfContent_isSentByEachBranch(Supplier<Object> body) {
        sendTo("direct:multicast", body.get());
        assertThat(failures).isEmpty();
        assertThat(simulator.messages()).hasSize(2);
    }

    @Test
    void multicast_iterator_isReadOnceByTheFirstBranch() {
        sendTo("direct:multicast", List.of(MESSAGE, MESSAGE.withCorrelationId("b")).iterator());
        assertThat(failures).isEmpty();
        assertThat(completed).extracting(results -> ((List<?>) results).size()).containsExactly(2, 0);
        assertThat(simulator.messages()).hasSize(2);
    }

    /** Java itself allows one reader only. */
    @Test
    void multicast_javaStream_failsInTheSecondBranch() {
        sendTo("direct:multicast", Stream.of(MESSAGE));
        assertThat(failures).singleElement().isInstanceOf(SmsNotSentException.class);
        assertThat(simulator.messages()).hasSize(1);
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
