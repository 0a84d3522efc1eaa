package io.github.camelsms.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

import javax.sql.DataSource;

import io.github.camelsms.store.SmsIntake;
import io.github.camelsms.store.SmsStoreException;
import io.github.camelsms.store.SmsStoredMessage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.support.TransactionTemplate;

import static io.github.camelsms.store.MessageStore.await;
import static io.github.camelsms.store.jdbc.Samples.ACCOUNT;
import static io.github.camelsms.store.jdbc.Samples.messages;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests for <code>joinTransaction</code> with a pool whose connections have autocommit off, as is common with
 * Hibernate: autocommit does not show whether there is a transaction.
 */
class JoinWithoutAutocommitTest {

    private final Postgres postgres = new Postgres();
    private final DataSource pool = new DelegatingDataSource(postgres.dataSource) {
        @Override
        public Connection getConnection() throws SQLException {
            Connection connection = super.getConnection();
            connection.setAutoCommit(false);
            return connection;
        }
    };
    private final TransactionTemplate transactions = new TransactionTemplate(new DataSourceTransactionManager(pool));
    private final JdbcMessageStore store = postgres.store();

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void storeInTransaction_transaction_storesTheMessageWithTheCommit() {
        start(new TransactionAwareDataSourceProxy(pool));

        List<SmsIntake> intakes = transactions.execute(status -> {
            List<SmsIntake> stored = store.intake().storeInTransaction(ACCOUNT, messages("m", 1));
            assertThat(find()).as("before the commit").isEmpty();
            return stored;
        });

        assertThat(intakes).singleElement().isInstanceOf(SmsIntake.Stored.class);
        assertThat(find()).hasSize(1);
    }

    @Test
    void storeInTransaction_noTransaction_failsNamingTheRemedy() {
        start(new TransactionAwareDataSourceProxy(pool));

        assertThatThrownBy(() -> store.intake().storeInTransaction(ACCOUNT, messages("m", 1)))
                .isInstanceOf(SmsStoreException.class).hasMessageContaining("nothing was stored")
                .hasMessageContaining("TransactionAwareDataSourceProxy");
    }

    @Test
    void storeInTransaction_dataSourceWithoutTheTransaction_failsNamingTheRemedy() {
        start(pool);

        assertThatThrownBy(() -> transactions.executeWithoutResult(
                status -> store.intake().storeInTransaction(ACCOUNT, messages("m", 1))))
                .isInstanceOf(SmsStoreException.class).hasMessageContaining("nothing was stored")
                .hasMessageContaining("TransactionAwareDataSourceProxy");
    }

    private void start(DataSource dataSource) {
        store.setDataSource(dataSource);
        store.start();
        await(store.operations().count(ACCOUNT));
    }

    private List<SmsStoredMessage> find() {
        return await(store.operations().find(ACCOUNT, List.of("m0")));
    }
}
