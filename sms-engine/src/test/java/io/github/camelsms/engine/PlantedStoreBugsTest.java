package io.github.camelsms.engine;

import java.util.stream.Stream;

import io.github.camelsms.test.SampleSize;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that the simulated worlds with a message store find bugs: for each planted bug, one of the worlds violates a
 * guarantee.
 */
class PlantedStoreBugsTest {

    private static final int WORLDS = 5_000;

    static Stream<PlantedStoreBug> bugs() {
        return SampleSize.some(PlantedStoreBug.values());
    }

    @ParameterizedTest
    @MethodSource("bugs")
    void worlds_engineWithAPlantedBug_violateAGuarantee(PlantedStoreBug bug) throws Exception {
        ReplacedClasses engine = ReplacedClasses.with(
                Class.forName(bug.type), bug.method, bug.parameters, bug.code, "io.github.camelsms.engine.",
                "io.github.camelsms.ownership.", "io.github.camelsms.store.");

        String broken = engine.firstBroken("io.github.camelsms.engine.stored.world.StoreWorld", bug.from, WORLDS);

        assertThat(broken).containsPattern(bug.breaks);
    }
}
