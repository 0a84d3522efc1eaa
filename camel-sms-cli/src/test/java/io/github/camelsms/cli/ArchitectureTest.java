package io.github.camelsms.cli;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/**
 * Rules: commands are thin. They use the public endpoints, and no internal class of the component, the engine or the
 * store.
 */
@AnalyzeClasses(packages = ArchitectureTest.ROOT, importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    static final String ROOT = "io.github.camelsms.cli";

    @ArchTest
    static final ArchRule packages_haveNoCycles = slices().matching(ROOT + ".(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule root_isKnownToNoCommand = classes().that().resideInAPackage(ROOT)
            .should().onlyHaveDependentClassesThat().resideInAPackage(ROOT);

    @ArchTest
    static final ArchRule commands_usePublicApisOnly = classes().should().onlyDependOnClassesThat()
            .resideInAnyPackage(ROOT + "..", "io.github.camelsms", "io.github.camelsms.model", "io.github.camelsms.policy",
                    "io.github.camelsms.store",
                    "io.github.camelsms.store.jdbc", "io.github.camelsms.file",
                    "io.github.camelsms.simulator", "io.github.camelsms.simulator.fault",
                    "java..", "javax.net.ssl..", "com.fasterxml.jackson.databind..", "org.apache.hc..", "org.apache.camel..",
                    "org.apache.logging.log4j..", "picocli..", "org.jspecify..");
}
