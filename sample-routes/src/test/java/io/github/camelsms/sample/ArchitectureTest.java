package io.github.camelsms.sample;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

@AnalyzeClasses(packages = "io.github.camelsms.sample", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule packages_haveNoCycles
            = slices().matching("io.github.camelsms.sample.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule application_doesNotKnowTheDemonstration
            = noClasses().that().resideInAPackage("..sample.run..").should().dependOnClassesThat()
                    .resideInAPackage("..sample.demo..");
}
