package io.github.camelsms.engine.stored.world;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

import io.github.camelsms.engine.world.VirtualTime;
import io.github.camelsms.ownership.Nodes;
import org.jspecify.annotations.Nullable;

/**
 * Nodes that join and leave a healthy world one after the other. The account gets an owner in time, and moves only from
 * a leaving node or to a joining one.
 */
final class Membership {

    private static final long AFTER_KILL = StoreWorld.LEASE.toNanos() + 10 * StoreScenario.SECOND;
    private static final long AFTER_STOP = 2 * StoreScenario.SECOND;
    /** Time from a membership change until all other nodes have reacted. */
    private static final long ROUND = 45 * StoreScenario.SECOND;
    /**
     * Time from the last call of a node to the first call of the next owner: the calls of one heartbeat, and the
     * acquisition.
     */
    private static final int CALLS = 4;

    private final StoreWorld world;
    private final VirtualTime time;
    private final LeaseWitness witness;
    private final SplittableRandom random;
    /** Additional time because of the latency of the store. */
    private final long slack;
    private final boolean isStoreNear;
    private int left;

    Membership(StoreWorld world, StoreScenario scenario, VirtualTime time, LeaseWitness witness, SplittableRandom random) {
        this.world = world;
        this.time = time;
        this.witness = witness;
        this.random = random;
        this.slack = CALLS * 2 * scenario.storeLatency;
        this.isStoreNear = scenario.storeLatency <= StoreScenario.NEAR;
        this.left = scenario.changes;
    }

    boolean isFinished() {
        return left == 0;
    }

    /** Changes one node after the other, while everything is healthy and the account has an owner. */
    void begin() {
        if (left == 0 || world.isOver()) {
            return;
        }
        List<SimulatedProcess> present = new ArrayList<>(world.processes());
        String owner = witness.owner();
        int moves = witness.moves();
        int change = random.nextInt(present.size() > 1 ? 5 : 1);
        @Nullable
        String changed;
        if (change == 0) {
            changed = world.begin();
        } else {
            SimulatedProcess leaving = change < 3
                    ? owner(present, owner) : present.get(random.nextInt(present.size()));
            changed = leaving.name();
            if (random.nextBoolean()) {
                world.kill(leaving);
                time.happensAfter(AFTER_KILL + slack, () -> checkOwner("died", moves));
            } else {
                world.stop(leaving, () -> time.happensAfter(AFTER_STOP + slack, () -> checkOwner("stopped", moves)));
            }
        }
        boolean isJoin = change == 0;
        time.happensAfter(ROUND, () -> {
            if (isStoreNear && !world.isOver()) {
                checkMoves(isJoin, changed, owner, witness.moves() - moves);
            }
            left--;
            begin();
        });
    }

    private static SimulatedProcess owner(List<SimulatedProcess> present, @Nullable String owner) {
        return present.stream().filter(process -> process.name().equals(owner)).findFirst().orElse(present.get(0));
    }

    /**
     * A node that acquired the account meanwhile may be handing it over; its successor then has the same time.
     */
    private void checkOwner(String what, int movesBefore) {
        String owner = witness.owner();
        if (world.isOver() || world.processes().stream().anyMatch(process -> process.name().equals(owner))) {
            return;
        }
        int moves = witness.moves();
        if (moves == movesBefore) {
            world.breaks("no living node owns the account in time after a node " + what + ", but " + owner);
        } else {
            time.happensAfter(AFTER_STOP + slack, () -> checkOwner(what, moves));
        }
    }

    private void checkMoves(boolean isJoin, String changed, @Nullable String before, int moves) {
        String after = witness.owner();
        int needed = isJoin ? changed.equals(after) ? 1 : 0 : changed.equals(before) ? 1 : 0;
        if (moves != needed) {
            world.breaks(
                    "the account moved " + moves + " times instead of " + needed + ", from " + before + " to " + after
                         + ", when " + changed + (isJoin ? " joined" : " left"));
        }
    }
}
