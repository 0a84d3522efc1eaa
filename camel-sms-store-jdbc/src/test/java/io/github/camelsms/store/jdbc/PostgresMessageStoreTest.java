package io.github.camelsms.store.jdbc;

import java.time.Duration;

import io.github.camelsms.store.MessageStore;

/**
 * The store in PostgreSQL keeps the contract.
 */
class PostgresMessageStoreTest extends MessageStoreContract {

    /** One schema for all tests, because creating one takes longer than a test. */
    private static final Postgres POSTGRES = new Postgres();

    @Override
    MessageStore newStore(boolean retainText) {
        JdbcMessageStore store = POSTGRES.store();
        store.setRetainText(retainText);
        store.start();
        POSTGRES.clear();
        return store;
    }

    @Override
    void advance(Duration duration) {
        POSTGRES.advance(duration);
    }
}
