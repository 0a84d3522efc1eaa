package io.github.camelsms.sample.routes;

import java.nio.file.Path;
import java.time.Duration;

import io.github.camelsms.sample.demo.EmbeddedBroker;
import org.apache.activemq.artemis.core.config.FileDeploymentManager;
import org.apache.activemq.artemis.core.config.impl.FileConfiguration;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
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

    private static final int MAX_DELIVERIES = 20;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path brokerFolder;

    @SuppressWarnings("NullAway.Init")
    private static EmbeddedActiveMQ broker;

    private static int tests;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    /** The application of the test, started by the test. */
    @SuppressWarnings("NullAway.Init")
    SampleApplicationHarness app;

    @BeforeAll
    static void startBroker() throws Exception {
        FileConfiguration configuration = new FileConfiguration();
        new FileDeploymentManager("broker.xml").addDeployable(configuration).readConfiguration();
        configuration.setBrokerInstance(brokerFolder.toFile());
        configuration.addAcceptorConfiguration("application", EmbeddedBroker.URL);
        // Otherwise a dead letter would take days.
        configuration.getAddressSettings().get("#").setRedeliveryDelay(0).setMaxDeliveryAttempts(MAX_DELIVERIES);
        broker = new EmbeddedActiveMQ().setConfiguration(configuration);
        broker.start();
    }

    @AfterAll
    static void stopBroker() throws Exception {
        broker.stop();
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
