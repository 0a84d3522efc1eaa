package io.github.camelsms.store.jdbc;

import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletionStage;

import io.github.camelsms.store.SmsSentMessage;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static io.github.camelsms.store.MessageStore.await;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests the index of numbers, which the first node that needs it creates in PostgreSQL.
 */
class SentMessagesTest {

    private final Postgres postgres = new Postgres();
    private final JdbcMessageStore store = postgres.store();

    @BeforeEach
    void start() {
        store.start();
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void sentTo_anotherNodeCreatesTheIndexAtThisMoment_usesIt() throws Exception {
        CompletionStage<List<SmsSentMessage>> sent;
        try (Connection other = postgres.dataSource.getConnection(); Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("CREATE INDEX sms_message_destination ON sms_message (destination)");
            sent = store.operations().sentTo(List.of(Samples.NUMBER), Samples.SENT);
            Awaitility.await().until(postgres::isAnyWaitingForALock);
            other.commit();
        }

        assertThat(await(sent)).isEmpty();
    }
}
