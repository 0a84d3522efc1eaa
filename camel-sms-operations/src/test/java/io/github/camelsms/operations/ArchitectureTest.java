package io.github.camelsms.operations;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

/**
 * Rules: the page uses the public API of the component only, and each runtime is used only by its own classes, because
 * an application has one of them.
 */
@AnalyzeClasses(packages = "io.github.camelsms.operations", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule page_usesThePublicApiOfTheComponent = classes().should().onlyDependOnClassesThat()
            .resideInAnyPackage("io.github.camelsms", "io.github.camelsms.operations", "java..", "org.apache.camel",
                    "org.apache.camel.spi..", "org.apache.camel.console", "org.apache.camel.util.json",
                    "org.apache.camel.component.platform.http.main", "io.vertx..", "jakarta.servlet..",
                    "org.springframework..", "org.slf4j", "org.jspecify..");

    @ArchTest
    static final ArchRule vertx_isUsedByOneClass
            = noClasses().that().doNotHaveSimpleName("ManagementServerPage").should().dependOnClassesThat()
                    .resideInAnyPackage("io.vertx..", "org.apache.camel.component..");

    @ArchTest
    static final ArchRule spring_isUsedByItsClasses
            = noClasses().that().haveSimpleNameNotStartingWith("Sms").and().doNotHaveSimpleName("OperationsFilter").should()
                    .dependOnClassesThat().resideInAnyPackage("org.springframework..", "jakarta..");

    @ArchTest
    static final ArchRule publicClasses_areThoseThatCamelLoads = noClasses().that().areTopLevelClasses()
            .and().doNotBelongToAnyOf(OperationsPlugin.class).should().bePublic();
}
