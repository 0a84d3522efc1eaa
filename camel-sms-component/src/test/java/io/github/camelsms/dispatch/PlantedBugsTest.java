package io.github.camelsms.dispatch;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The simulated worlds find bugs: with any of a number of them in the engine, some world that is run in each build
 * breaks a guarantee.
 */
class PlantedBugsTest {

    private static final int WORLDS = 20_000;
    private static final String WORLD = "io.github.camelsms.dispatch.world.World";

    @ParameterizedTest
    @EnumSource
    void worlds_engineWithABug_breakAGuarantee(PlantedBug bug) throws Exception {
        ReplacedClasses engine
                = ReplacedClasses.with(bug.type, bug.method, bug.parameters, bug.code, "io.github.camelsms.dispatch.");

        String broken = engine.firstBroken(WORLD, WORLDS);

        assertThat(broken).contains(bug.breaks);
    }

    @Test
    void worlds_engineLoadedTheSameWayWithoutABug_breakNone() throws Exception {
        assertThat(new ReplacedClasses(Map.of(), "io.github.camelsms.dispatch.").firstBroken(WORLD, 500)).isNull();
    }
}
