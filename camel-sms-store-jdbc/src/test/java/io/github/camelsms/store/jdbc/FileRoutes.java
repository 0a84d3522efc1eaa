package io.github.camelsms.store.jdbc;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.github.camelsms.SmsComponent;
import io.github.camelsms.simulator.SmsSimulator;
import io.github.camelsms.store.MessageStore;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;

/**
 * Base class of tests with routes to a simulator and a SQLite file.
 */
abstract class FileRoutes {

    final SmsSimulator simulator;
    /** Correlation ids. */
    final Queue<String> consumed = new ConcurrentLinkedQueue<>();

    @TempDir
    Path folder;

    FileRoutes(SmsSimulator simulator) {
        this.simulator = simulator;
    }

    @AfterEach
    void stopSimulator() {
        simulator.stop();
    }

    /** Returns a context with the component, not started. */
    final CamelContext context(@Nullable MessageStore store) {
        CamelContext context = new DefaultCamelContext();
        context.getShutdownStrategy().setTimeout(10);
        context.addComponent("sms", component(store));
        return context;
    }

    final SmsComponent component(@Nullable MessageStore store) {
        SmsComponent component = new SmsComponent();
        component.getConfiguration().setBaseUrl("http://localhost:" + simulator.port());
        component.getConfiguration().setUsername("demo");
        component.getConfiguration().setPassword("demo");
        component.getConfiguration().setRequestsPerSecond(1_000);
        component.setMessageStore(store);
        return component;
    }

    final JdbcMessageStore store() {
        JdbcMessageStore store = new JdbcMessageStore();
        store.setFile(folder.resolve("store.db").toString());
        return store;
    }

    final String account() {
        return "demo@localhost:" + simulator.port();
    }

    static String id(Map<String, @Nullable Object> headers) {
        return String.valueOf(headers.get("CamelSmsCorrelationId"));
    }

    static void await(Callable<Boolean> condition) {
        Awaitility.await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(5)).until(condition);
    }
}
