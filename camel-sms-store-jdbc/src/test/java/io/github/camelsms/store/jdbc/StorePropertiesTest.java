package io.github.camelsms.store.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.main.Main;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests the properties that set up a message store with Camel Main, as on the page of the message store.
 */
class StorePropertiesTest {

    private static final Map<String, String> ACCOUNT = Map.of(
            "camel.component.sms.base-url", "http://localhost:1", "camel.component.sms.username", "demo",
            "camel.component.sms.password", "demo");

    private final Main main = new Main();

    @TempDir
    Path folder;

    @AfterEach
    void stop() {
        main.stop();
    }

    @Test
    void sqlite_asWritten_opensTheFile() throws IOException {
        Path file = folder.resolve("messages.db");

        JdbcMessageStore store = start("sqlite-store", Map.of("camel.beans.messageStore.file", file.toString()));

        assertThat(file).isNotEmptyFile();
        assertThat(store.getRetention()).isEqualTo(Duration.ofDays(7));
    }

    @Test
    void postgresql_asWritten_createsTheTables() throws IOException {
        main.bind("smsDatabase", new Postgres().dataSource);

        JdbcMessageStore store = start("postgresql-store", Map.of());

        assertThat(store.isShared()).isTrue();
        assertThat(store.getInitializeSchema()).isEqualTo(SchemaInitialization.ALWAYS);
    }

    /** Starts an application whose route needs the store. */
    private JdbcMessageStore start(String page, Map<String, String> overrides) throws IOException {
        Properties properties = new Properties();
        try (InputStream file = StorePropertiesTest.class.getResourceAsStream("/docs/" + page + ".properties")) {
            properties.load(file);
        }
        assertThat(properties.stringPropertyNames()).containsAll(overrides.keySet());
        properties.putAll(ACCOUNT);
        properties.putAll(overrides);
        main.setOverrideProperties(properties);
        main.configure().addRoutesBuilder(new RouteBuilder() {
            @Override
            public void configure() {
                from("sms:results").process(exchange -> {
                });
            }
        });
        main.start();
        return main.lookup("messageStore", JdbcMessageStore.class);
    }
}
