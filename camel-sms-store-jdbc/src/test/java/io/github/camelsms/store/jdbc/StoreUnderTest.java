package io.github.camelsms.store.jdbc;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import javax.sql.DataSource;

import io.github.camelsms.store.InMemoryMessageStore;
import io.github.camelsms.store.MessageStore;

/**
 * The implementations of the message store.
 */
enum StoreUnderTest {

    MEMORY {
        @Override
        MessageStore open(Path folder, boolean retainText, Duration retention) {
            return new InMemoryMessageStore(CLOCK, Duration.ofSeconds(30), retention, retainText);
        }
    },

    SQLITE {
        @Override
        MessageStore open(Path folder, boolean retainText, Duration retention) {
            JdbcMessageStore store = new JdbcMessageStore();
            store.setFile(folder.resolve("store-" + retainText + "-" + retention.toDays() + ".db").toString());
            store.setRetention(retention);
            store.setEmbedded(CLOCK, List.of());
            store.setRetainText(retainText);
            store.start();
            return store;
        }
    },

    POSTGRESQL {
        @Override
        MessageStore open(Path folder, boolean retainText, Duration retention) {
            JdbcMessageStore store = new JdbcMessageStore();
            store.setDataSource(Server.RESTRICTED);
            store.setRetention(retention);
            store.setRetainText(retainText);
            store.start();
            Server.POSTGRES.clear();
            Server.POSTGRES.stopClock();
            return store;
        }

        @Override
        void advance(Duration duration) {
            Server.POSTGRES.advance(duration);
        }
    };

    private static final ManualClock CLOCK = new ManualClock();

    /**
     * One schema for all tests, because creating one takes longer than a test. Its role has no more rights than needed.
     */
    private static final class Server {
        private static final Postgres POSTGRES = new Postgres();
        private static final DataSource RESTRICTED = restricted();

        private static DataSource restricted() {
            try (JdbcMessageStore creating = POSTGRES.store()) {
                creating.start();
                // Creates its index, which the restricted role cannot.
                MessageStore
                        .await(creating.operations().sentTo(List.of(Samples.NUMBER), Instant.parse("9999-01-01T00:00:00Z")));
            }
            return POSTGRES.restricted();
        }
    }

    /**
     * Returns a new, empty, started store, with leases of 30 seconds.
     *
     * @param folder an empty directory of the test
     */
    abstract MessageStore open(Path folder, boolean retainText, Duration retention);

    /** Returns a store as {@link #open(Path, boolean, Duration)} does, with 30 days of retention. */
    MessageStore open(Path folder, boolean retainText) {
        return open(folder, retainText, Duration.ofDays(30));
    }

    /** Moves the clock of the store. */
    void advance(Duration duration) {
        CLOCK.advance(duration);
    }
}
