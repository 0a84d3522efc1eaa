package io.github.camelsms.engine;

import java.util.Map;
import java.util.stream.Stream;

import io.github.camelsms.test.SampleSize;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that the simulated worlds find bugs: for each planted bug, one of the worlds violates a guarantee.
 */
class PlantedBugsTest {

    private static final int WORLDS = 20_000;
    private static final String WORLD = "io.github.camelsms.engine.world.World";

    static Stream<PlantedBug> bugs() {
        return SampleSize.some(PlantedBug.values());
    }

    @ParameterizedTest
    @MethodSource("bugs")
    void worlds_engineWithAPlantedBug_violateAGuarantee(PlantedBug bug) throws Exception {
        ReplacedClasses engine
                = ReplacedClasses.with(bug.type, bug.method, bug.parameters, bug.code, "io.github.camelsms.engine.");

        String broken = engine.firstBroken(WORLD, WORLDS, bug.breaks);

        assertThat(broken).contains(bug.breaks);
    }

    @Test
    void worlds_reloadedEngineWithoutABug_violateNoGuarantee() throws Exception {
        assertThat(new ReplacedClasses(Map.of(), "io.github.camelsms.engine.").firstBroken(WORLD, 500)).isNull();
    }
}
