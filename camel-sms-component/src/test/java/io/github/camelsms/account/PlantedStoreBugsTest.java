package io.github.camelsms.account;

import io.github.camelsms.dispatch.PlantedStoreBug;
import io.github.camelsms.dispatch.ReplacedClasses;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that the simulated worlds with a message store find bugs: for each planted bug, one of the worlds in the build
 * violates a guarantee.
 */
class PlantedStoreBugsTest {

    private static final int WORLDS = 5_000;

    @ParameterizedTest
    @EnumSource
    void worlds_engineWithAPlantedBug_violateAGuarantee(PlantedStoreBug bug) throws Exception {
        ReplacedClasses engine = ReplacedClasses.with(
                Class.forName(bug.type), bug.method, bug.parameters, bug.code, "io.github.camelsms.dispatch.",
                "io.github.camelsms.account.", "io.github.camelsms.store.", "io.github.camelsms.observe.");

        String broken = engine.firstBroken("io.github.camelsms.account.StoreWorld", bug.from, WORLDS);

        assertThat(broken).containsPattern(bug.breaks);
    }
}
