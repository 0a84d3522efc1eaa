package io.github.camelsms.sample;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.github.camelsms.sample.run.SystemClock;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

@AnalyzeClasses(packages = "io.github.camelsms.sample", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule time_comesFromTheSystemClockOnly = noClasses().that().doNotBelongToAnyOf(SystemClock.class)
            .should().callMethod(java.time.Instant.class, "now")
            .orShould().callMethod(System.class, "nanoTime")
            .orShould().callMethod(System.class, "currentTimeMillis")
            .orShould().callMethod(Thread.class, "sleep", long.class);

    @ArchTest
    static final ArchRule packages_haveNoCycles
            = slices().matching("io.github.camelsms.sample.(*)..").should().beFreeOfCycles();
}
