package io.github.camelsms.account;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import io.github.camelsms.engine.StoreCalls;
import io.github.camelsms.engine.stored.Settlement;
import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.observe.SettlementLog;
import io.github.camelsms.observe.StatusLog;
import io.github.camelsms.observe.StatusMonitor;
import io.github.camelsms.ownership.OwnedAccount;
import io.github.camelsms.store.MessageStatuses;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsStatusBlock;
import io.github.camelsms.store.SmsStatusGap;
import io.github.camelsms.store.SmsStoreException;
import io.github.camelsms.store.SmsStoredMessage;

/**
 * Blocks of an account's statuses in the message store. All methods wait for the store, and throw an
 * {@link SmsStoreException} if it fails. Thread-safe.
 */
final class StoredBlocks {

    private final OwnedAccount account;
    private final MessageStatuses statuses;
    private final StatusMonitor monitor;
    private final StatusLog log;
    private final SettlementLog settlementLog;

    StoredBlocks(OwnedAccount account, StatusMonitor monitor, StatusLog log) {
        this.account = account;
        this.statuses = account.store().statuses();
        this.monitor = monitor;
        this.log = log;
        this.settlementLog = new SettlementLog(account.name());
    }

    /**
     * Announces a block. Returns its number, or empty if this node does not own the lease of the statuses.
     *
     * @param timeout time after which the block is a gap if it was not received
     */
    Optional<Long> announce(Duration timeout) {
        SmsLease lease = account.lease();
        if (lease == null) {
            return Optional.empty();
        }
        Optional<Long> announced = StoreCalls.await(
                statuses.announce(account.name(), lease, timeout), late -> late.ifPresent(statuses::drop));
        if (announced.isEmpty()) {
            account.keeper().lost(lease);
        }
        return announced;
    }

    /** Stores a response to a block. Returns false if the block is gone. */
    boolean receive(long block, byte[] body) {
        return StoreCalls.await(statuses.receive(block, body));
    }

    /** Stores a response whose block is gone as a new block, and returns its number. */
    long receiveLate(byte[] body) {
        return StoreCalls.await(statuses.receiveLate(account.name(), body));
    }

    /** Returns the responses that were received but not read. */
    List<SmsStatusBlock> unread() {
        return StoreCalls.await(statuses.unread(account.name()));
    }

    /** Stores the statuses of a block, which may settle messages of unknown outcome. */
    void read(long block, List<SmsStatus> found) {
        settled(Settlement.await(account, settlementLog, statuses.read(block, found)));
    }

    private void settled(List<SmsStoredMessage> settled) {
        monitor.settled(settled.size());
        log.settled(account.name(), settled.size());
    }

    /** Stores the statuses of a block whose response ends early, and makes the others a gap. */
    void readPart(long block, List<SmsStatus> found, String reason) {
        settled(Settlement.await(account, settlementLog, statuses.readPart(block, found, reason)));
    }

    /** Keeps the unreadable response to a block. */
    void keepUnreadable(long block, String reason) {
        StoreCalls.await(statuses.markUnreadable(block, reason));
        log.unreadableInStore(account.name(), block, reason);
    }

    /** Makes a block a gap, because its response was lost. */
    void lose(long block, String reason) {
        StoreCalls.await(statuses.lose(block, reason));
    }

    List<SmsStatusGap> gaps() {
        return StoreCalls.await(statuses.gaps(account.name()));
    }

    /** Removes blocks, unless their responses were stored in the meantime. */
    void drop(List<Long> blocks) {
        // Starts all calls before it waits.
        blocks.stream().map(statuses::drop).toList().forEach(StoreCalls::await);
    }
}
