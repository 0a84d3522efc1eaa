package io.github.camelsms.store.jdbc;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;

import io.github.camelsms.SmsComponent;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.simulator.SimulatedMessage;
import io.github.camelsms.simulator.SmsSimulator;
import io.github.camelsms.store.SmsStoreException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.apache.camel.CamelContext;
import org.apache.camel.builder.RouteBuilder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests with several components, in one or several contexts of this process, on one SQLite file.
 */
class SharedStoreTest extends FileRoutes {

    private static final int MESSAGES = 300;

    private final Queue<String> outcomes = new ConcurrentLinkedQueue<>();

    SharedStoreTest() {
        super(SmsSimulator.builder().requestsPerSecond(0).deliveryDelay(Duration.ZERO, Duration.ZERO).build());
    }

    @BeforeEach
    void startSimulator() {
        simulator.start();
    }

    @ParameterizedTest
    @ValueSource(booleans = { true, false })
    void stop_oneOfTwoContextsWithOneStore_theOtherContinues(boolean isFirstStopped) throws Exception {
        JdbcMessageStore store = store();
        CamelContext one = routes(store);
        CamelContext two = routes(store);
        one.start();
        two.start();
        assertThat(send(one, "sms:send", "a")).containsOnly(SmsOutcome.ACCEPTED);
        assertThat(send(two, "sms:send", "b")).containsOnly(SmsOutcome.ACCEPTED);

        (isFirstStopped ? one : two).close();
        assertThat(send(isFirstStopped ? two : one, "sms:send", "c")).containsOnly(SmsOutcome.ACCEPTED);
        await(() -> consumed.size() >= 3 * MESSAGES);
        (isFirstStopped ? two : one).close();

        assertThat(simulator.messages()).extracting(SimulatedMessage::correlationId).doesNotHaveDuplicates()
                .hasSize(3 * MESSAGES);
        assertThat(consumed).doesNotHaveDuplicates();
        assertThat(outcomes).isEmpty();
        assertThatThrownBy(store::intake).isInstanceOf(SmsStoreException.class).hasMessageContaining("not started");
        await(() -> Thread.getAllStackTraces().keySet().stream().map(Thread::getName)
                .noneMatch(name -> name.startsWith("sms-store") || name.startsWith("Camel (" + one.getName() + ")")
                        || name.startsWith("Camel (" + two.getName() + ")")));
    }

    @Test
    void stop_oneOfTwoComponentsWithOneStore_theOtherContinues() throws Exception {
        JdbcMessageStore store = store();
        try (CamelContext context = context(store)) {
            context.addComponent("alerts", component(store));
            context.start();

            context.getComponent("sms").stop();

            assertThat(send(context, "alerts:send", "a")).containsOnly(SmsOutcome.ACCEPTED);
        }
        assertThatThrownBy(store::intake).isInstanceOf(SmsStoreException.class);
    }

    @Test
    void stop_storeReplacedAfterTheStart_closesTheStartedStore() throws Exception {
        JdbcMessageStore started = store();
        try (CamelContext context = context(started)) {
            context.start();
            context.getComponent("sms", SmsComponent.class).setMessageStore(null);
        }
        assertThatThrownBy(started::intake).isInstanceOf(SmsStoreException.class);
    }

    @Test
    void start_anotherContextUsesTheFile_failsAndTheOtherKeepsIt() throws Exception {
        try (CamelContext owner = routes(store()); CamelContext other = routes(store())) {
            owner.start();

            assertThatThrownBy(other::start).hasStackTraceContaining("is in use by another store or process");
            other.close();

            assertThat(openInAnotherProcess()).contains("is in use by another store or process");
            assertThat(send(owner, "sms:send", "a")).containsOnly(SmsOutcome.ACCEPTED);
        }
        assertThat(openInAnotherProcess()).isEqualTo("opened");
    }

    @Test
    void start_fileInUseThroughASymbolicLink_fails() throws IOException {
        try (JdbcMessageStore store = store(); JdbcMessageStore other = new JdbcMessageStore()) {
            store.start();
            other.setFile(Files.createSymbolicLink(folder.resolve("link.db"), Path.of(store.getFile())).toString());

            assertThatThrownBy(other::start).hasMessageContaining("is in use by another store or process");
        }
    }

    /** The message of such an exception is only the path. */
    @Test
    void start_folderCannotBeCreated_namesTheCause() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        try (JdbcMessageStore store = new JdbcMessageStore()) {
            store.setFile(file.resolve("sms.db").toString());

            assertThatThrownBy(store::start).hasMessageContainingAll(file.toString(), "FileAlreadyExistsException");
        }
    }

    private String openInAnotherProcess() throws IOException {
        Process process = new ProcessBuilder(ChildJvm.plain(Opening.class, store().getFile())).redirectErrorStream(true)
                .start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /** A process that opens a file and ends. */
    static final class Opening {

        public static void main(String[] args) {
            try (JdbcMessageStore store = new JdbcMessageStore()) {
                store.setFile(args[0]);
                store.start();
                System.out.print("opened");
            } catch (SmsStoreException e) {
                System.out.print(e.getMessage());
            }
        }
    }

    private List<SmsOutcome> send(CamelContext context, String uri, String prefix) {
        List<SmsMessage> messages = IntStream.range(0, MESSAGES)
                .mapToObj(i -> new SmsMessage("hello", "11987654321", prefix + i, null)).toList();
        List<?> results = context.createProducerTemplate().requestBody(uri, messages, List.class);
        return results.stream().map(result -> ((SmsSendResult) result).outcome()).toList();
    }

    private CamelContext routes(JdbcMessageStore store) throws Exception {
        CamelContext context = context(store);
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("sms:status?delay=20&initialDelay=0")
                        .process(exchange -> consumed.add(id(exchange.getMessage().getHeaders())));
                from("sms:results?delay=20&initialDelay=0")
                        .process(exchange -> outcomes.add(id(exchange.getMessage().getHeaders())));
            }
        });
        return context;
    }
}
