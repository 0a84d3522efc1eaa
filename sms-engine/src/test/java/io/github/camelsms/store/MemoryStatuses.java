package io.github.camelsms.store;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.github.camelsms.model.SmsStatus;
import org.jspecify.annotations.Nullable;

/**
 * Statuses of the in-memory store.
 */
final class MemoryStatuses implements MessageStatuses {

    private final MemoryTables tables;

    MemoryStatuses(MemoryTables tables) {
        this.tables = tables;
    }

    @Override
    public CompletionStage<Optional<Long>> announce(String account, SmsLease lease, Duration timeout) {
        return tables.run(() -> {
            if (!tables.holds(lease)) {
                return Optional.empty();
            }
            Instant now = tables.now();
            MemoryBlock block = new MemoryBlock(tables.nextId(), account, now, now.plus(timeout));
            tables.blocks.put(block.id, block);
            return Optional.of(block.id);
        });
    }

    @Override
    public CompletionStage<Boolean> receive(long block, byte[] body) {
        return tables.run(() -> {
            MemoryBlock row = tables.blocks.get(block);
            if (row != null && (row.state == MemoryBlock.State.ANNOUNCED || row.state == MemoryBlock.State.GAP)) {
                receive(row, body);
            }
            return row != null && row.state == MemoryBlock.State.RECEIVED && Arrays.equals(row.body, body);
        });
    }

    @Override
    public CompletionStage<Long> receiveLate(String account, byte[] body) {
        return tables.run(() -> {
            Instant now = tables.now();
            MemoryBlock block = new MemoryBlock(tables.nextId(), account, now, now);
            tables.blocks.put(block.id, block);
            receive(block, body);
            return block.id;
        });
    }

    private void receive(MemoryBlock row, byte[] body) {
        row.state = MemoryBlock.State.RECEIVED;
        row.receivedAt = tables.now();
        row.body = body.clone();
    }

    @Override
    public CompletionStage<Boolean> drop(long block) {
        return change(
                block, Set.of(MemoryBlock.State.ANNOUNCED, MemoryBlock.State.GAP), row -> tables.blocks.remove(block));
    }

    @Override
    public CompletionStage<Boolean> lose(long block, String reason) {
        return change(block, Set.of(MemoryBlock.State.ANNOUNCED), row -> {
            row.state = MemoryBlock.State.GAP;
            row.reason = reason;
        });
    }

    @Override
    public CompletionStage<Boolean> markUnreadable(long block, String reason) {
        return change(block, Set.of(MemoryBlock.State.RECEIVED), row -> {
            row.state = MemoryBlock.State.UNREADABLE;
            row.reason = reason;
        });
    }

    private CompletionStage<Boolean> change(
            long block, Set<MemoryBlock.State> from, Consumer<MemoryBlock> change) {
        return tables.run(() -> {
            MemoryBlock row = tables.blocks.get(block);
            boolean isChanged = row != null && from.contains(row.state);
            if (isChanged) {
                change.accept(row);
            }
            return isChanged;
        });
    }

    @Override
    public CompletionStage<List<SmsStatusBlock>> unread(String account) {
        return tables.run(
                () -> blocks(account, MemoryBlock.State.RECEIVED)
                        .map(row -> new SmsStatusBlock(row.id, row.receivedAt, row.body.clone())).toList());
    }

    @Override
    public CompletionStage<List<SmsStatusGap>> gaps(String account) {
        return tables.run(() -> {
            Instant now = tables.now();
            blocks(account, MemoryBlock.State.ANNOUNCED).filter(row -> row.isOverdue(now)).toList()
                    .forEach(row -> row.state = MemoryBlock.State.GAP);
            return blocks(account, MemoryBlock.State.GAP)
                    .map(row -> new SmsStatusGap(
                            row.id, row.announcedAt, row.reason, row.body.length == 0 ? null : row.body.clone()))
                    .toList();
        });
    }

    @Override
    public CompletionStage<List<SmsStoredMessage>> read(long block, List<SmsStatus> statuses) {
        return read(block, statuses, null);
    }

    @Override
    public CompletionStage<List<SmsStoredMessage>> readPart(long block, List<SmsStatus> statuses, String reason) {
        return read(block, statuses, reason);
    }

    /**
     * @param missing why other statuses of the block are missing, or null if there are none
     */
    private CompletionStage<List<SmsStoredMessage>> read(long block, List<SmsStatus> statuses, @Nullable String missing) {
        return tables.run(() -> {
            MemoryBlock row = tables.blocks.get(block);
            if (row == null || row.state == MemoryBlock.State.READ || row.state == MemoryBlock.State.UNREADABLE) {
                return List.of();
            }
            if (missing != null) {
                MemoryBlock gap = row.gap(tables.nextId(), missing);
                tables.blocks.put(gap.id, gap);
            }
            boolean mayBeKnown = row.state == MemoryBlock.State.GAP || missing != null;
            for (int i = 0; i < statuses.size(); i++) {
                SmsStatus status = statuses.get(i);
                if (!mayBeKnown || !isKnown(row.account, status)) {
                    row.open.put(i, status);
                }
            }
            row.state = MemoryBlock.State.READ;
            row.body = new byte[0];
            row.visibleAt = tables.now();
            removeIfDone(row);
            return apply(row.account, statuses, true);
        });
    }

    private boolean isKnown(String account, SmsStatus status) {
        MemoryMessage message = message(account, status);
        return message != null && message.wasGiven(status);
    }

    @Override
    public CompletionStage<List<SmsStoredMessage>> recordEvidence(String account, List<SmsStatus> statuses) {
        return tables.run(() -> apply(account, statuses, false));
    }

    private List<SmsStoredMessage> apply(String account, List<SmsStatus> statuses, boolean isGiven) {
        List<SmsStoredMessage> settled = new ArrayList<>();
        for (SmsStatus status : statuses) {
            MemoryMessage message = message(account, status);
            if (message != null && tables.changes.apply(message, status, isGiven, tables.now())) {
                tables.store(message);
                settled.add(message.snapshot());
            }
        }
        return settled;
    }

    private @Nullable MemoryMessage message(String account, SmsStatus status) {
        return tables.account(account).byCorrelationId.get(String.valueOf(status.correlationId()));
    }

    @Override
    public CompletionStage<List<SmsStatusDelivery>> claim(String account, int maxBlocks, Duration visibility) {
        return tables.run(() -> {
            Instant now = tables.now();
            List<SmsStatusDelivery> claimed = new ArrayList<>();
            blocks(account, MemoryBlock.State.READ).filter(row -> MemoryTables.isVisible(row.visibleAt, now))
                    .sorted(Comparator.comparing((MemoryBlock row) -> row.visibleAt).thenComparing(row -> row.id))
                    .limit(maxBlocks).forEach(row -> {
                        row.visibleAt = now.plus(Visibility.limited(visibility));
                        row.deliveries++;
                        row.open.forEach((position, status) -> claimed.add(delivery(row, position, status)));
                    });
            return claimed;
        });
    }

    private SmsStatusDelivery delivery(MemoryBlock row, int position, SmsStatus status) {
        MemoryMessage message = message(row.account, status);
        boolean isAbout = message != null
                && MessageChanges.isAbout(status, message.destination, message.storedAt, message.scheduledDate, message.sentAt);
        Map<String, String> headers = message != null && isAbout ? message.headers : Map.of();
        return new SmsStatusDelivery(new SmsStatusKey(row.id, position), status, headers, isAbout, row.deliveries);
    }

    @Override
    public CompletionStage<Integer> acknowledge(List<SmsStatusKey> keys) {
        return tables.run(() -> {
            int count = 0;
            for (SmsStatusKey key : keys) {
                MemoryBlock row = tables.blocks.get(key.block());
                if (row != null && row.open.remove(key.position()) != null) {
                    count++;
                    removeIfDone(row);
                }
            }
            return count;
        });
    }

    @Override
    public CompletionStage<Integer> release(List<Long> blocks, Duration delay) {
        return tables.run(() -> {
            List<MemoryBlock> open = blocks.stream().distinct().map(tables.blocks::get)
                    .filter(row -> row != null && row.state == MemoryBlock.State.READ).toList();
            open.forEach(row -> row.visibleAt = tables.now().plus(Visibility.limited(delay)));
            return open.size();
        });
    }

    private Stream<MemoryBlock> blocks(String account, MemoryBlock.State state) {
        return tables.blocks.values().stream().filter(row -> row.account.equals(account) && row.state == state);
    }

    private void removeIfDone(MemoryBlock row) {
        if (row.open.isEmpty()) {
            tables.blocks.remove(row.id);
        }
    }
}
