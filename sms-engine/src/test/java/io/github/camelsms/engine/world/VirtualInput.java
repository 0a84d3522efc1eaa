package io.github.camelsms.engine.world;

import java.util.SplittableRandom;

import io.github.camelsms.engine.CheckedMessage;
import io.github.camelsms.engine.MessageSource;
import org.jspecify.annotations.Nullable;

/** An input that ends, throws, or blocks its reader, as determined by its seed. */
final class VirtualInput implements MessageSource {

    private final Caller caller;
    private final World world;
    private final SplittableRandom random;
    private final int length;
    private final boolean breaks;
    /** Per mille of elements that block the reader. */
    private final int slowness;
    private boolean busy;

    VirtualInput(Caller caller, World world, SplittableRandom random, boolean maySlow) {
        this.caller = caller;
        this.world = world;
        this.random = random;
        this.length = random.nextInt(4) == 0 ? random.nextInt(200) : random.nextInt(25);
        this.breaks = random.nextInt(6) == 0;
        this.slowness = maySlow && random.nextInt(3) == 0 ? 20 + random.nextInt(200) : 0;
    }

    @Override
    public boolean isFinite() {
        return caller.kind == Caller.Kind.LIST;
    }

    @Override
    public int priority() {
        return caller.priority;
    }

    @Override
    public @Nullable CheckedMessage next() {
        world.invariants.that(!busy, "two readers at once in one input");
        busy = true;
        try {
            if (slowness > 0 && random.nextInt(1_000) < slowness) {
                long before = world.time.nanos();
                caller.isBlocked = true;
                world.time.block(
                        random.nextInt(8) == 0 ? random.nextLong(8 * Scenario.SECOND) : random.nextLong(100 * Scenario.MILLI));
                caller.isBlocked = false;
                caller.blockedNanos += world.time.nanos() - before;
            }
            if (caller.read < length) {
                return world.element(caller);
            }
            if (breaks) {
                caller.thrown = new IllegalStateException("the input breaks");
                throw caller.thrown;
            }
            caller.readToItsEnd = true;
            return null;
        } finally {
            busy = false;
        }
    }
}
