package io.github.camelsms.store.jdbc.docs;

import javax.sql.DataSource;

import io.github.camelsms.store.jdbc.JdbcMessageStore;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;

/** Beans of the transactional outbox example. */
@EnableTransactionManagement
// tag::beans[]
@Configuration
public class OutboxConfiguration {

    @Bean
    PlatformTransactionManager transactionManager(DataSource dataSource) {
        return new DataSourceTransactionManager(dataSource);
    }

    @Bean
    JdbcMessageStore messageStore(DataSource dataSource) {
        JdbcMessageStore store = new JdbcMessageStore();
        store.setDataSource(new TransactionAwareDataSourceProxy(dataSource));
        return store;
    }
}
// end::beans[]
