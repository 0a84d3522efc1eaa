package io.github.camelsms.sample.springboot;

import java.time.Duration;

import io.github.camelsms.sample.demo.EmbeddedBroker;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The application's properties that beans use. Properties that only routes use are not included.
 */
@ConfigurationProperties("sms")
record SampleSettings(Broker broker, Store store) {

    /**
     * @param url  address of an Artemis broker; blank or <code>vm://0</code> for the embedded broker
     * @param data folder of the embedded broker's journal
     */
    record Broker(String url, String username, String password, String data) {

        Broker {
            url = url.isBlank() ? EmbeddedBroker.URL : url.strip();
        }
    }

    /**
     * @param url   address of PostgreSQL, or blank for the file
     * @param lease how long a process owns its accounts after it has died
     */
    record Store(String url, String username, String password, String file, Duration lease) {

        Store {
            url = url.strip();
        }
    }
}
