package io.github.camelsms.store.jdbc.docs;

import java.nio.file.Path;
import java.time.Duration;

import io.github.camelsms.SmsComponent;
import io.github.camelsms.simulator.SimulatedMessage;
import io.github.camelsms.simulator.SmsSimulator;
import io.github.camelsms.store.jdbc.JdbcMessageStore;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that rows of a table are sent once, however often they are read, and get their outcomes.
 */
class TableRoutesTest {

    @TempDir
    Path folder;

    @Test
    void table_rowsReadTwice_areSentOnceAndGetTheirOutcomes() throws Exception {
        JdbcTemplate sql = new JdbcTemplate(new DriverManagerDataSource("jdbc:sqlite:" + folder.resolve("notices.db")));
        sql.execute("CREATE TABLE notice (id TEXT PRIMARY KEY, phone TEXT, text TEXT, outcome TEXT)");
        sql.update("INSERT INTO notice VALUES ('n1', '11987654321', 'Hello', NULL), ('n2', '1', 'Hello', NULL)");
        try (SmsSimulator simulator = SmsSimulator.builder().requestsPerSecond(0).build().start();
             CamelContext camel = new DefaultCamelContext()) {
            JdbcMessageStore store = new JdbcMessageStore();
            store.setFile(folder.resolve("messages.db").toString());
            SmsComponent sms = camel.getComponent("sms", SmsComponent.class);
            sms.setMessageStore(store);
            sms.getConfiguration().setBaseUrl("http://localhost:" + simulator.port());
            sms.getConfiguration().setUsername("demo");
            sms.getConfiguration().setPassword("demo");
            camel.addRoutes(new TableRoutes("direct:tick", sql));
            camel.start();

            camel.createProducerTemplate().sendBody("direct:tick", null);
            camel.createProducerTemplate().sendBody("direct:tick", null);

            awaitOutcome(sql, "n1", "ACCEPTED");
            awaitOutcome(sql, "n2", "REJECTED");
            sql.update("INSERT INTO notice VALUES ('n3', '11987654321', 'Hello', NULL)");
            camel.createProducerTemplate().sendBody("direct:tick", null);
            awaitOutcome(sql, "n3", "ACCEPTED");
            assertThat(simulator.messages()).extracting(SimulatedMessage::correlationId).containsExactly("n1", "n3");
        }
    }

    private static void awaitOutcome(JdbcTemplate sql, String id, String outcome) {
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(
                () -> sql.queryForObject("SELECT outcome FROM notice WHERE id = ?", String.class, id), outcome::equals);
    }
}
