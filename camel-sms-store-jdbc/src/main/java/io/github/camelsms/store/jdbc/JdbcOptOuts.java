package io.github.camelsms.store.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.store.OptOuts;
import io.github.camelsms.store.SmsOptOut;
import org.jspecify.annotations.Nullable;

/**
 * Opt-outs of the JDBC store. Numbers are one parameter of a statement, so that a call takes one round trip.
 */
final class JdbcOptOuts implements OptOuts {

    private final Database database;
    private final String insert;
    private final String delete;
    private final String contained;
    private final String find;
    private final String page;

    JdbcOptOuts(Database database) {
        this.database = database;
        // SQLite needs the condition, to tell the conflict clause from one of a join.
        this.insert = database.sql(
                "INSERT INTO sms_opt_out (number, since, reason) SELECT value, ?, ? FROM VALUE_LIST WHERE true"
                                   + " ON CONFLICT (number) DO NOTHING");
        this.delete = database.sql("DELETE FROM sms_opt_out WHERE number IN_LIST");
        this.contained = database.sql("SELECT number FROM sms_opt_out WHERE number IN_LIST");
        this.find = database.sql("SELECT number, since, reason FROM sms_opt_out WHERE number IN_LIST ORDER BY number");
        this.page = database.sql("SELECT number, since, reason FROM sms_opt_out WHERE number > ? ORDER BY number LIMIT ?");
    }

    @Override
    public CompletionStage<Integer> add(Collection<String> numbers, @Nullable String reason) {
        Object storedReason = reason == null ? new Parameters.Null("text") : reason;
        return call(numbers, keys -> database.write(
                new Counted(transaction -> transaction.update(insert, transaction.now(), storedReason, keys))));
    }

    /**
     * Adds the numbers of statuses with BLACKLIST in the transaction that stores them.
     *
     * @param numbers in their stored spelling and order
     */
    void addBlacklisted(Tx transaction, SortedSet<String> numbers) throws SQLException {
        if (!numbers.isEmpty()) {
            transaction.updateLater(
                    insert, transaction.now(), SmsDeliveryStatus.BLACKLIST.name(), List.copyOf(numbers));
        }
    }

    @Override
    public CompletionStage<Integer> remove(Collection<String> numbers) {
        return call(
                numbers,
                keys -> database.write(new Counted(transaction -> transaction.update(delete, keys))));
    }

    @Override
    public CompletionStage<Set<String>> contained(Collection<String> numbers) {
        List<String> given = List.copyOf(numbers);
        return call(given, keys -> database.read(transaction -> {
            Set<String> found = new HashSet<>(transaction.query(contained, row -> row.getString(1), keys));
            Set<String> spellings = new HashSet<>(given);
            spellings.removeIf(number -> !found.contains(OptOuts.key(number)));
            return spellings;
        }));
    }

    @Override
    public CompletionStage<List<SmsOptOut>> find(Collection<String> numbers) {
        return call(numbers, keys -> database.read(transaction -> transaction.query(find, JdbcOptOuts::read, keys)));
    }

    @Override
    public CompletionStage<List<SmsOptOut>> find(@Nullable String after, int max) {
        int limit = Math.max(1, Math.min(max, MAX_NUMBERS));
        return database.read(transaction -> transaction.query(page, JdbcOptOuts::read, after == null ? "" : after, limit));
    }

    private static SmsOptOut read(ResultSet row) throws SQLException {
        return new SmsOptOut(row.getString(1), Instant.ofEpochMilli(row.getLong(2)), row.getString(3));
    }

    private static <T> CompletionStage<T> call(Collection<String> numbers, Function<List<String>, CompletionStage<T>> call) {
        List<String> keys;
        try {
            keys = OptOuts.keys(numbers);
        } catch (IllegalArgumentException e) {
            return CompletableFuture.failedFuture(e);
        }
        return call.apply(keys);
    }

    /**
     * Number of changed rows. After a commit of unknown outcome the work is repeated, and changes none if the commit
     * had succeeded.
     */
    private static final class Counted implements Work<Integer> {

        private final Work<Integer> work;
        private int count;

        Counted(Work<Integer> work) {
            this.work = work;
        }

        @Override
        public Integer run(Tx transaction) throws SQLException {
            int changed = work.run(transaction);
            count = transaction.mayBeRepeated() ? Math.max(count, changed) : changed;
            return count;
        }
    }
}
