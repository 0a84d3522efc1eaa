package io.github.camelsms.sample.routes;

import java.nio.file.Path;
import java.time.Duration;

import io.github.camelsms.sample.run.EmbeddedBroker;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * Base class of the tests for the sample routes: one embedded broker per class, and a directory, queues and an
 * application per test.
 */
abstract class SampleRoutesFixture {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path brokerFolder;

    @SuppressWarnings("NullAway.Init")
    private static EmbeddedBroker broker;

    private static int tests;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    /** The application of the test, started by the test. */
    @SuppressWarnings("NullAway.Init")
    SampleApplicationHarness app;

    @BeforeAll
    static void startBroker() {
        broker = EmbeddedBroker.start(brokerFolder, EmbeddedBroker.URL);
    }

    @AfterAll
    static void stopBroker() throws Exception {
        broker.close();
    }

    @BeforeEach
    void prepare() {
        tests++;
        app = application();
    }

    @AfterEach
    void stop() throws Exception {
        app.close();
    }

    static void await(ThrowingRunnable assertion) {
        Awaitility.await().atMost(Duration.ofSeconds(60)).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(20))
                .untilAsserted(assertion);
    }

    private SampleApplicationHarness application() {
        return new SampleApplicationHarness(folder, "-" + tests);
    }
}
