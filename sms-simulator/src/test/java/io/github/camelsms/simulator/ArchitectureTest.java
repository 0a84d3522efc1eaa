package io.github.camelsms.simulator;

import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

@AnalyzeClasses(packages = "io.github.camelsms.simulator", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule TIME_COMES_FROM_THE_SYSTEM_CLOCK_ONLY = noClasses()
            .that().doNotHaveSimpleName("SystemClock")
            .should().callMethod(System.class, "currentTimeMillis")
            .orShould().callMethod(System.class, "nanoTime")
            .orShould().callMethod(Instant.class, "now")
            .orShould().callMethod(Thread.class, "sleep", long.class)
            .orShould().callMethod(TimeUnit.class, "sleep", long.class)
            .orShould().dependOnClassesThat().areAssignableTo(Clock.class);

    @ArchTest
    static final ArchRule JUNIT_IS_FOR_THE_EXTENSION_ONLY = noClasses()
            .that().doNotHaveSimpleName("SmsSimulatorExtension")
            .should().dependOnClassesThat().resideInAPackage("org.junit..");
}
