package io.github.camelsms.store.jdbc;

import java.time.Duration;

import io.github.camelsms.store.MessageStore;

/**
 * The store in PostgreSQL keeps the contract.
 */
class PostgresMessageStoreTest extends MessageStoreContract {

    private Postgres postgres;

    @Override
    MessageStore newStore(boolean retainText) {
        postgres = new Postgres();
        JdbcMessageStore store = postgres.store();
        store.setRetainText(retainText);
        store.start();
        return store;
    }

    @Override
    void advance(Duration duration) {
        postgres.advance(duration);
    }
}
