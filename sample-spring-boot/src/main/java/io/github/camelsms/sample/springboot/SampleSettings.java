package io.github.camelsms.sample.springboot;

import java.time.Duration;

import io.github.camelsms.sample.files.FileSettings;
import io.github.camelsms.sample.jms.EmbeddedBroker;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The application's own properties that beans need; those that only routes need stand in the routes.
 */
@ConfigurationProperties("sms")
record SampleSettings(Broker broker, Files files, Jms jms, Status status) {

    /**
     * @param url  address of an Artemis broker; blank or <code>vm://0</code> for the one inside the application
     * @param data folder of the embedded broker's journal
     */
    record Broker(String url, String username, String password, String data) {

        Broker {
            url = url.isBlank() ? EmbeddedBroker.URL : url.strip();
        }
    }

    /**
     * @param seen    file with the digests of finished files
     * @param charset character set of files; blank or <code>auto</code> to detect it
     */
    record Files(String inbox, String done, String failed, String seen, @Nullable String charset, int chunkSize,
            int chunksInFlight,
            Duration retryDelay) {

        FileSettings settings() {
            return new FileSettings(chunkSize, chunksInFlight, retryDelay, FileSettings.charset(charset));
        }
    }

    record Jms(String outbox, String results, String rejected, String unknown, int consumers, int batchSize,
            Duration redeliveryDelay) {

        Jms {
            if (consumers < 1) {
                throw new IllegalArgumentException("sms.jms.consumers=" + consumers + " must be at least 1");
            }
        }
    }

    /**
     * @param file where statuses are appended
     */
    record Status(String file) {
    }
}
