package io.github.camelsms.store.jdbc;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import io.github.camelsms.store.MessageStore;
import org.junit.jupiter.api.io.TempDir;

/**
 * The store in a SQLite file keeps the contract.
 */
class SqliteMessageStoreTest extends MessageStoreContract {

    private final ManualClock clock = new ManualClock();
    private int files;

    @TempDir
    Path folder;

    @Override
    MessageStore newStore(boolean retainText) {
        JdbcMessageStore store = new JdbcMessageStore();
        store.setFile(folder.resolve("store" + ++files + ".db").toString());
        store.setEmbedded(clock, List.of());
        store.setRetainText(retainText);
        store.start();
        return store;
    }

    @Override
    void advance(Duration duration) {
        clock.advance(duration);
    }
}
