package io.github.camelsms.benchmarks.queue;

import java.io.IOException;
import java.io.Writer;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;

import io.github.camelsms.benchmarks.JavaProcess;
import io.github.camelsms.sample.run.SampleApplication;

/**
 * Runs the sample application against given services and with a number of consumers, without its operations page and
 * metrics.
 */
final class Application {

    static final String OUTBOX = "sms.outbox";
    static final String RESULTS = "sms.results";

    /** Statuses are not polled during the measurement. */
    private static final String NEVER = "0+0+0+1+1+?+2099";

    private final Path folder;
    private final Path config;

    /**
     * @param folder output directory
     */
    Application(Path folder, URI service, String broker, int consumers) throws IOException {
        this.folder = folder;
        this.config = folder.resolve("application.properties");
        Properties properties = new Properties();
        properties.setProperty("sms.service.url", service.toString());
        properties.setProperty("sms.service.username", "demo");
        properties.setProperty("sms.service.password", "demo");
        properties.setProperty("sms.broker.url", broker);
        properties.setProperty("sms.jms.consumers", String.valueOf(consumers));
        properties.setProperty("sms.status.cron", NEVER);
        properties.setProperty("sms.http.port", "");
        // The service has no statuses, so an unknown outcome is final.
        properties.setProperty("camel.component.sms.reconcile", "false");
        properties.setProperty("camel.component.sms.request-timeout", "5s");
        properties.setProperty("camel.metrics.enabled", "false");
        Files.createDirectories(folder);
        try (Writer writer = Files.newBufferedWriter(config)) {
            properties.store(writer, null);
        }
    }

    /** Starts it, or restarts it after a kill. */
    JavaProcess start() throws IOException {
        return JavaProcess.start(SampleApplication.class, List.of("-Xmx256m"),
                List.of("--config", config.toString(), "--work-dir", folder.toString()));
    }
}
