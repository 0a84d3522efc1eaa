package io.github.camelsms.engine.world;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

import io.github.camelsms.engine.EngineSettings;
import io.github.camelsms.engine.pacing.Pacing;

/** The settings that the engine may currently use, and all that it ever used. */
final class SettingsInForce {

    private final List<EngineSettings> ever = new ArrayList<>();
    private List<EngineSettings> now = new ArrayList<>();

    SettingsInForce(EngineSettings first) {
        changed(first);
    }

    /** The engine was given these settings. */
    void changed(EngineSettings settings) {
        ever.add(settings);
        now.add(settings);
    }

    /** The engine is idle: the latest settings apply. */
    void loopRan() {
        if (now.size() > 1) {
            now = new ArrayList<>(List.of(now.get(now.size() - 1)));
        }
    }

    long most(ToLongFunction<EngineSettings> what) {
        return most(now, what);
    }

    long least(ToLongFunction<EngineSettings> what) {
        return -most(now, settings -> -what.applyAsLong(settings));
    }

    long mostEver(ToLongFunction<EngineSettings> what) {
        return most(ever, what);
    }

    boolean wasEver(Predicate<EngineSettings> what) {
        for (EngineSettings settings : ever) {
            if (what.test(settings)) {
                return true;
            }
        }
        return false;
    }

    // Loops instead of streams: these run at each event of each world.
    private static long most(List<EngineSettings> among, ToLongFunction<EngineSettings> what) {
        long most = Long.MIN_VALUE;
        for (EngineSettings settings : among) {
            most = Math.max(most, what.applyAsLong(settings));
        }
        return most;
    }

    /** Returns the shortest backoff of the engine after a 429. */
    long shortestPause() {
        return least(
                settings -> settings.pacing() == Pacing.strict
                        ? Math.max(100 * Scenario.MILLI, settings.intervalNanos())
                        : Math.max(20 * Scenario.MILLI, settings.intervalNanos() / 50));
    }
}
