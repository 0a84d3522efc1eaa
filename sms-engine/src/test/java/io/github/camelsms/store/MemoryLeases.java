package io.github.camelsms.store;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Leases of the in-memory store.
 */
final class MemoryLeases implements AccountLeases {

    private final MemoryTables tables;

    MemoryLeases(MemoryTables tables) {
        this.tables = tables;
    }

    @Override
    public CompletionStage<SmsLeaseResult> acquire(String account, String node) {
        return tables.run(() -> acquire(tables.account(account), account, node));
    }

    private SmsLeaseResult acquire(MemoryTables.Account row, String account, String node) {
        Instant now = tables.now();
        String owner = row.owner;
        if (owner != null && !owner.equals(node) && row.leaseUntil.isAfter(now)) {
            row.wantedBy = node;
            row.wantedUntil = now.plus(WAITING_TIMEOUT);
            row.leaseUntil = earlier(row.leaseUntil, now.plus(tables.leaseDuration));
            return new SmsLeaseResult.Held(owner, Duration.between(now, row.leaseUntil));
        }
        row.owner = node;
        row.wantedBy = null;
        row.epoch++;
        row.since = now;
        row.leaseUntil = now.plus(tables.leaseDuration);
        Duration hold = Duration.between(now, earlier(row.holdUntil, now.plus(row.state.hold())));
        SmsAccountState state = new SmsAccountState(
                row.state.pace(), hold.isNegative() ? Duration.ZERO : hold, row.state.haltCode(), row.state.haltReason());
        return new SmsLeaseResult.Granted(
                new SmsLease(account, node, row.epoch, tables.leaseDuration), state, owner);
    }

    /** The clock may have gone back since a time was stored. */
    private static Instant earlier(Instant stored, Instant latest) {
        return stored.isAfter(latest) ? latest : stored;
    }

    @Override
    public CompletionStage<Boolean> renew(SmsLease lease) {
        return tables.run(() -> {
            boolean isHeld = tables.holds(lease);
            if (isHeld) {
                tables.account(lease.account()).leaseUntil = tables.now().plus(tables.leaseDuration);
            }
            return isHeld;
        });
    }

    @Override
    public CompletionStage<Boolean> release(SmsLease lease) {
        return tables.run(() -> {
            boolean isHeld = tables.holds(lease);
            if (isHeld) {
                tables.account(lease.account()).owner = null;
            }
            return isHeld;
        });
    }

    @Override
    public CompletionStage<Boolean> save(SmsLease lease, SmsAccountState state) {
        return tables.run(() -> {
            boolean isHeld = tables.holds(lease);
            if (isHeld) {
                MemoryTables.Account row = tables.account(lease.account());
                row.state = state;
                row.holdUntil = tables.now().plus(state.hold());
            }
            return isHeld;
        });
    }

    @Override
    public CompletionStage<List<SmsOwner>> owners() {
        return tables.run(() -> {
            Instant now = tables.now();
            List<SmsOwner> owners = new ArrayList<>();
            tables.accounts.forEach((name, row) -> {
                String owner = row.owner;
                if (owner != null) {
                    owners.add(
                            new SmsOwner(
                                    name, owner, row.epoch, row.since, row.leaseUntil, !row.leaseUntil.isAfter(now),
                                    isAnyDue(row, now),
                                    row.wantedUntil.isAfter(now) ? row.wantedBy : null));
                }
            });
            return owners;
        });
    }

    private static boolean isAnyDue(MemoryTables.Account row, Instant now) {
        return !row.waiting.isEmpty()
                || row.scheduled.stream().anyMatch(message -> message.isDue(now) || message.hasExpired(now));
    }

    @Override
    public CompletionStage<List<String>> beat(String node, Duration timeToLive) {
        return tables.run(() -> {
            Instant now = tables.now();
            Instant until = now.plus(timeToLive);
            if (!timeToLive.isZero()) {
                tables.nodes.replaceAll((name, aliveUntil) -> earlier(aliveUntil, until));
            }
            tables.nodes.put(node, until);
            tables.nodes.values().removeIf(aliveUntil -> !aliveUntil.isAfter(now));
            return List.copyOf(tables.nodes.keySet());
        });
    }
}
