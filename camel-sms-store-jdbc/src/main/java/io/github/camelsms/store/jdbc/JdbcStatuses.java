package io.github.camelsms.store.jdbc;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.store.MessageChanges;
import io.github.camelsms.store.MessageStatuses;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsStatusBlock;
import io.github.camelsms.store.SmsStatusDelivery;
import io.github.camelsms.store.SmsStatusGap;
import io.github.camelsms.store.SmsStatusKey;
import io.github.camelsms.store.SmsStoredMessage;

/**
 * Statuses of the JDBC store.
 */
final class JdbcStatuses implements MessageStatuses {

    private final StatusBlocks blocks;
    private final StatusRecorder recorder;
    private final StatusQueue queue;

    JdbcStatuses(Database database, Messages messages, MessageChanges changes, JdbcLeases leases) {
        this.blocks = new StatusBlocks(database, leases);
        this.recorder = new StatusRecorder(database, messages, changes);
        this.queue = new StatusQueue(database);
    }

    @Override
    public CompletionStage<Optional<Long>> announce(String account, SmsLease lease, Duration timeout) {
        return blocks.announce(account, lease, timeout);
    }

    @Override
    public CompletionStage<Boolean> receive(long block, byte[] body) {
        return blocks.receive(block, body);
    }

    @Override
    public CompletionStage<Long> receiveLate(String account, byte[] body) {
        return blocks.receiveLate(account, body);
    }

    @Override
    public CompletionStage<Boolean> drop(long block) {
        return blocks.drop(block);
    }

    @Override
    public CompletionStage<Boolean> lose(long block, String reason) {
        return blocks.lose(block, reason);
    }

    @Override
    public CompletionStage<Boolean> markUnreadable(long block, String reason) {
        return blocks.markUnreadable(block, reason);
    }

    @Override
    public CompletionStage<List<SmsStatusBlock>> unread(String account) {
        return blocks.unread(account);
    }

    @Override
    public CompletionStage<List<SmsStatusGap>> gaps(String account) {
        return blocks.gaps(account);
    }

    @Override
    public CompletionStage<List<SmsStoredMessage>> read(long block, List<SmsStatus> statuses) {
        return recorder.read(block, statuses, null);
    }

    @Override
    public CompletionStage<List<SmsStoredMessage>> readPart(long block, List<SmsStatus> statuses, String reason) {
        return recorder.read(block, statuses, reason);
    }

    @Override
    public CompletionStage<List<SmsStoredMessage>> recordEvidence(String account, List<SmsStatus> statuses) {
        return recorder.recordEvidence(account, statuses);
    }

    @Override
    public CompletionStage<List<SmsStatusDelivery>> claim(String account, int maxBlocks, Duration visibility) {
        return queue.claim(account, maxBlocks, visibility);
    }

    @Override
    public CompletionStage<Integer> acknowledge(List<SmsStatusKey> keys) {
        return queue.acknowledge(keys);
    }

    @Override
    public CompletionStage<Integer> release(List<Long> blockIds, Duration delay) {
        return queue.release(blockIds, delay);
    }
}
