package io.github.camelsms.file;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

/**
 * Rules: the data format uses Camel's API and the public API of the component only.
 */
@AnalyzeClasses(packages = "io.github.camelsms.file", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule dataFormat_usesPublicApisOnly = classes().should().onlyDependOnClassesThat()
            .resideInAnyPackage("io.github.camelsms", "io.github.camelsms.model", "io.github.camelsms.store",
                    "io.github.camelsms.file", "java..",
                    "javax.annotation.processing", "org.apache.camel",
                    "org.apache.camel.converter.stream", "org.apache.camel.model", "org.apache.camel.reifier.dataformat",
                    "org.apache.camel.spi..", "org.apache.camel.support..",
                    "org.apache.camel.util", "com.fasterxml.jackson..", "de.siegmar.fastcsv..", "org.jspecify..");

    @ArchTest
    static final ArchRule publicClasses_areThoseOfRoutes = noClasses().that().areTopLevelClasses()
            .and().haveSimpleNameNotEndingWith("Configurer")
            .and()
            .doNotBelongToAnyOf(SmsFileDataFormat.class, SmsFileDataFormatDefinition.class, SmsFile.class, SmsFileFormat.class,
                    UnreadableFileException.class)
            .should().bePublic();
}
