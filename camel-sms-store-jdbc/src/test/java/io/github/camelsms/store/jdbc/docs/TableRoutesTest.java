package io.github.camelsms.store.jdbc.docs;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import io.github.camelsms.SmsComponent;
import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.simulator.SimulatedMessage;
import io.github.camelsms.simulator.SmsSimulator;
import io.github.camelsms.simulator.SmsSimulatorExtension;
import io.github.camelsms.store.jdbc.JdbcMessageStore;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import org.apache.camel.RoutesBuilder;
import org.apache.camel.test.junit5.CamelTestSupport;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that rows of a table are sent once, however often they are read, and get their outcomes.
 */
class TableRoutesTest extends CamelTestSupport {

    @RegisterExtension
    static final SmsSimulatorExtension SMS = new SmsSimulatorExtension(SmsSimulator.builder().requestsPerSecond(0));

    private static final String TABLE
            = "CREATE TABLE notice (id TEXT PRIMARY KEY, phone TEXT, text TEXT, outcome TEXT, status TEXT)";

    @TempDir
    Path folder;
    private JdbcTemplate sql;

    @Override
    protected RoutesBuilder createRouteBuilder() {
        sql = new JdbcTemplate(new DriverManagerDataSource("jdbc:sqlite:" + folder.resolve("notices.db")));
        JdbcMessageStore store = new JdbcMessageStore();
        store.setFile(folder.resolve("messages.db").toString());
        SmsComponent sms = context.getComponent("sms", SmsComponent.class);
        sms.setMessageStore(store);
        sms.getConfiguration().setBaseUrl(SMS.baseUrl());
        sms.getConfiguration().setUsername("demo");
        sms.getConfiguration().setPassword("demo");
        return new TableRoutes("direct:tick", "direct:statuses", sql);
    }

    @Test
    void table_rowsReadTwice_areSentOnceAndGetTheirOutcomes() {
        sql.execute(TABLE);
        sql.update("INSERT INTO notice VALUES ('n1', '11987654321', 'Hello', NULL, NULL), ('n2', '1', 'Hello', NULL, NULL)");

        template.sendBody("direct:tick", null);
        template.sendBody("direct:tick", null);

        awaitOutcome("n1", "ACCEPTED");
        awaitOutcome("n2", "REJECTED");
        sql.update("INSERT INTO notice VALUES ('n3', '11987654321', 'Hello', NULL, NULL)");
        template.sendBody("direct:tick", null);
        awaitOutcome("n3", "ACCEPTED");
        assertThat(SMS.simulator().messages()).extracting(SimulatedMessage::correlationId).containsExactly("n1", "n3");
    }

    @Test
    void statuses_olderOneArrivesAgain_doesNotReplaceAFinalOne() {
        sql.execute(TABLE);
        sql.update("INSERT INTO notice VALUES ('n1', '11987654321', 'Hello', 'ACCEPTED', NULL)");

        assertThat(statusAfter(SmsDeliveryStatus.SENT)).isEqualTo("SENT");
        assertThat(statusAfter(SmsDeliveryStatus.DELIVERED)).isEqualTo("DELIVERED");
        assertThat(statusAfter(SmsDeliveryStatus.SENT)).isEqualTo("DELIVERED");
    }

    private String statusAfter(SmsDeliveryStatus status) {
        template.sendBody("direct:statuses", List.of(new SmsStatus("n1", "11987654321", null, status, status.name())));
        return sql.queryForObject("SELECT status FROM notice WHERE id = 'n1'", String.class);
    }

    private void awaitOutcome(String id, String outcome) {
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(
                () -> sql.queryForObject("SELECT outcome FROM notice WHERE id = ?", String.class, id), outcome::equals);
    }
}
