package io.github.camelsms.store.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;

import io.github.camelsms.store.AccountLeases;
import io.github.camelsms.store.SmsAccountState;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsLeaseResult;
import io.github.camelsms.store.SmsOwner;
import io.github.camelsms.store.SmsStoreException;
import org.jspecify.annotations.Nullable;

/**
 * Leases of the JDBC store, on the database's clock. If this clock goes back, leases, holds and heartbeats last no
 * longer than their durations from then on.
 */
final class JdbcLeases implements AccountLeases {

    /**
     * Epochs follow the clock, so that a database that has lost the last of them does not grant it again. Nodes know
     * requests by their epochs.
     */
    private static final long MILLIS_PER_EPOCH = 1_000;
    private static final String IF_HELD = " WHERE id = ? AND owner = ? AND epoch = ?";

    private static final String IS_ANY_WAITING = ClaimQueries.lastLane("sms_account.id") + " IS NOT NULL";

    static final String SELECT_OWNERS
            = "SELECT name, owner, epoch, owned_since, lease_until, wanted_by, wanted_until, "
              + IS_ANY_WAITING + " OR "
              + ClaimQueries.firstDue("sms_account.id") + " <= ? OR " + ClaimQueries.firstExpiry("sms_account.id")
              + " <= ? OR " + ClaimQueries.firstExpiryOfScheduled("sms_account.id")
              + " <= ? FROM sms_account WHERE owner IS NOT NULL ORDER BY name";

    private final Database database;
    private final Duration leaseDuration;
    private final String select;
    private final String selectLocked;
    private final String take;
    private final String want;
    private final String extend;
    private final String extendToSend;
    private final String free;
    private final String saveState;
    private final String lockHeld;
    private final String selectOwners;
    private final String insertNode;
    private final String limitNodes;
    private final String deleteNodes;
    private final String selectNodes;

    /**
     * @param schemaVersion version of the tables that this code requires
     */
    JdbcLeases(Database database, Duration leaseDuration, int schemaVersion) {
        this.database = database;
        this.leaseDuration = leaseDuration;
        this.select = database.sql(
                "SELECT owner, epoch, lease_until, lease_millis, pace, hold_until, hold_millis, halt_code, halt_reason FROM sms_account WHERE id = ?");
        this.selectLocked = select + database.sql(" FOR_UPDATE");
        this.take = database.sql(
                "UPDATE sms_account SET owner = ?, epoch = ?, owned_since = ?, lease_until = ?, lease_millis = ?, wanted_by = NULL WHERE id = ?");
        this.want = database.sql(
                "UPDATE sms_account SET wanted_by = ?, wanted_until = ?,"
                                 + " lease_until = CASE WHEN lease_until > ? + lease_millis THEN ? + lease_millis ELSE lease_until END"
                                 + " WHERE id = (SELECT id FROM sms_account WHERE id = ? FOR_UPDATE SKIP_LOCKED)");
        this.extend = database.sql("UPDATE sms_account SET lease_until = AFTER_NOW" + IF_HELD);
        this.extendToSend = extend + database.sql(" AND " + IS_ANY_WAITING);
        this.free = database.sql("UPDATE sms_account SET owner = NULL" + IF_HELD);
        this.saveState = database.sql(
                "UPDATE sms_account SET pace = ?, hold_until = ?, hold_millis = ?, halt_code = ?, halt_reason = ?" + IF_HELD);
        this.lockHeld = database.sql("SELECT 1 FROM sms_account" + IF_HELD + " FOR_UPDATE");
        this.selectOwners = database.sql(SELECT_OWNERS);
        this.insertNode = database.sql(
                "INSERT INTO sms_node (name, alive_until, schema_version) VALUES (?, ?, " + schemaVersion + ")"
                                       + " ON CONFLICT (name) DO UPDATE SET alive_until = excluded.alive_until");
        this.limitNodes = database.sql("UPDATE sms_node SET alive_until = ? WHERE alive_until > ?");
        this.deleteNodes = database.sql("DELETE FROM sms_node WHERE alive_until <= ?");
        this.selectNodes = database.sql("SELECT name FROM sms_node WHERE alive_until > ? ORDER BY name");
    }

    @Override
    public CompletionStage<SmsLeaseResult> acquire(String account, String node) {
        return database.writeFirst(account, (transaction, accountId) -> acquire(transaction, accountId, account, node));
    }

    /**
     * Waits for other transactions only if the account seems to be free: the owner of a busy account has it locked most
     * of the time.
     */
    private SmsLeaseResult acquire(Tx transaction, int accountId, String account, String node) throws SQLException {
        List<AccountRow> found = transaction.query(select, AccountRow::read, accountId);
        if (found.isEmpty()) {
            database.forget(account);
            throw new SmsStoreException(
                    "The database has lost account " + account + ", probably with its last commits in a failover. It is created"
                                        + " again; submit the messages again that were stored since then",
                    false, null);
        }
        AccountRow row = found.get(0);
        long now = transaction.now();
        if (!row.isHeldByAnother(node, now)) {
            row = transaction.query(selectLocked, AccountRow::read, accountId).get(0);
        }
        if (row.owner != null && row.isHeldByAnother(node, now)) {
            // Without effect if the row is locked. The node repeats its attempt.
            transaction.updateLater(want, node, now + WAITING_TIMEOUT.toMillis(), now, now, accountId);
            return new SmsLeaseResult.Held(
                    row.owner, Duration.ofMillis(Math.min(row.leaseUntil - now, row.leaseMillis)));
        }
        long epoch = Math.max(row.epoch + 1, now / MILLIS_PER_EPOCH);
        transaction.updateLater(
                take, node, epoch, now, now + leaseDuration.toMillis(), leaseDuration.toMillis(), accountId);
        SmsAccountState state = new SmsAccountState(row.pace, row.hold(now), row.haltCode, row.haltReason);
        return new SmsLeaseResult.Granted(
                new SmsLease(account, node, epoch, leaseDuration), state, row.owner);
    }

    private record AccountRow(@Nullable String owner, long epoch, long leaseUntil, long leaseMillis, @Nullable String pace,
            long holdUntil, long holdMillis, @Nullable Integer haltCode, @Nullable String haltReason) {

        static AccountRow read(ResultSet row) throws SQLException {
            int code = row.getInt(8);
            Integer haltCode = row.wasNull() ? null : code;
            return new AccountRow(
                    row.getString(1), row.getLong(2), row.getLong(3), row.getLong(4), row.getString(5), row.getLong(6),
                    row.getLong(7), haltCode, row.getString(9));
        }

        /** Returns how long no request may be sent. */
        Duration hold(long now) {
            return Duration.ofMillis(Math.max(0, Math.min(holdUntil - now, holdMillis)));
        }

        boolean isHeldByAnother(String node, long now) {
            return owner != null && !owner.equals(node) && leaseUntil > now;
        }
    }

    @Override
    public CompletionStage<Boolean> renew(SmsLease lease) {
        return database.writeFirst(
                lease.account(), (transaction, accountId) -> renew(transaction, accountId, lease).get());
    }

    /** Extends a lease and returns whether it is held. No other node can take over until the transaction ends. */
    Later<Boolean> renew(Tx transaction, int accountId, SmsLease lease) throws SQLException {
        return extend(extend, transaction, accountId, lease);
    }

    /** Extends a lease as {@link #renew(Tx, int, SmsLease)} does, but only if a message is waiting. */
    Later<Boolean> renewToSend(Tx transaction, int accountId, SmsLease lease) throws SQLException {
        return extend(extendToSend, transaction, accountId, lease);
    }

    private Later<Boolean> extend(String sql, Tx transaction, int accountId, SmsLease lease) throws SQLException {
        Parameters.AfterNow until = new Parameters.AfterNow(leaseDuration.toMillis());
        Later<Integer> count = transaction.updateLater(sql, until, accountId, lease.node(), lease.epoch());
        return () -> count.get() == 1;
    }

    /** Returns whether a lease is held. No other node can take over until the transaction ends. */
    boolean lockHeld(Tx transaction, int accountId, SmsLease lease) throws SQLException {
        return !transaction.query(lockHeld, row -> 1, accountId, lease.node(), lease.epoch()).isEmpty();
    }

    /** Waits for transactions with decisions about an account. */
    void lock(Tx transaction, int accountId) throws SQLException {
        transaction.queryLater(selectLocked, row -> 1, accountId);
    }

    @Override
    public CompletionStage<Boolean> release(SmsLease lease) {
        return database.writeFirst(lease.account(),
                (transaction, accountId) -> transaction.update(free, accountId, lease.node(), lease.epoch()) == 1);
    }

    @Override
    public CompletionStage<Boolean> save(SmsLease lease, SmsAccountState state) {
        return database.write(lease.account(), (transaction, accountId) -> transaction.update(
                saveState, state.pace(), transaction.now() + state.hold().toMillis(), state.hold().toMillis(),
                state.haltCode(), state.haltReason(), accountId, lease.node(), lease.epoch()) == 1);
    }

    @Override
    public CompletionStage<List<SmsOwner>> owners() {
        return database.read(
                transaction -> transaction.query(
                        selectOwners,
                        row -> new SmsOwner(
                                row.getString(1), row.getString(2), row.getLong(3), Instant.ofEpochMilli(row.getLong(4)),
                                Instant.ofEpochMilli(row.getLong(5)), row.getLong(5) <= transaction.now(),
                                row.getBoolean(8), row.getLong(7) > transaction.now() ? row.getString(6) : null),
                        transaction.now(), transaction.now(), transaction.now()));
    }

    @Override
    public CompletionStage<List<String>> beat(String node, Duration timeToLive) {
        return database.writeFirst(transaction -> {
            long now = transaction.now();
            long until = now + timeToLive.toMillis();
            if (!timeToLive.isZero()) {
                transaction.updateLater(limitNodes, until, until);
            }
            transaction.updateLater(insertNode, node, until);
            transaction.updateLater(deleteNodes, now);
            return transaction.query(selectNodes, row -> row.getString(1), now);
        });
    }
}
