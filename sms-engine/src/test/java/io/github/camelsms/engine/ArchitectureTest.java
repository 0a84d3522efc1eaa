package io.github.camelsms.engine;

import java.util.Map;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Rules for package dependencies of the engine, which knows neither Camel nor HTTP, JSON or SQL.
 */
class ArchitectureTest {

    private static final String ROOT = "io.github.camelsms.";
    private static final String JAVA = "java..";
    private static final String NULLS = "org.jspecify..";
    private static final JavaClasses PRODUCTION = new ClassFileImporter().importPath("target/classes");

    /** Allowed dependencies of each package besides itself and the JDK. A package knows only those above it. */
    private static final Map<String, String[]> KNOWN = Map.of(
            "model", new String[] { "com.fasterxml.jackson.annotation", "com.fasterxml.jackson.databind.." },
            "text", new String[] { ROOT + "model", "com.google.i18n.phonenumbers.." },
            "store",
            new String[] {
                    ROOT + "model", "com.fasterxml.jackson.databind.annotation", "com.fasterxml.jackson.databind.ser.std" },
            "engine.pacing", new String[] { ROOT + "model" },
            "engine", new String[] { ROOT + "model", ROOT + "store", ROOT + "engine.pacing" },
            "ownership", new String[] { ROOT + "model", ROOT + "store", ROOT + "engine" }, "engine.stored",
            new String[] { ROOT + "model", ROOT + "store", ROOT + "engine", ROOT + "engine.pacing", ROOT + "ownership" });

    @Test
    void packages_ofTheModule_haveARule() {
        assertThat(PRODUCTION).extracting(JavaClass::getPackageName)
                .allSatisfy(name -> assertThat(KNOWN).containsKey(name.substring(ROOT.length())));
    }

    @Test
    void packages_dependOnAllowedPackagesOnly() {
        KNOWN.forEach(
                (name, known) -> classes().that().resideInAPackage(ROOT + name).should().onlyDependOnClassesThat(
                        describe(
                                "are of the JDK, of " + name + " or of a package that it knows",
                                JavaClass.Predicates.resideInAnyPackage(known)
                                        .or(JavaClass.Predicates.resideInAnyPackage(JAVA, NULLS, ROOT + name))))
                        .check(PRODUCTION));
    }

    /** Without Jackson, Java ignores its annotations. */
    @Test
    void jackson_isUsedInAnnotationsOnly() {
        noClasses().should().callCodeUnitWhere(
                describe("is Jackson's", call -> call.getTargetOwner().getPackageName().startsWith("com.fasterxml")))
                .check(PRODUCTION);
    }

    @Test
    void networksAndDatabases_areUnknown() {
        noClasses().that().resideOutsideOfPackage(ROOT + "model").should().dependOnClassesThat()
                .resideInAnyPackage("java.net..", "javax.net..", "java.sql..", "javax.sql..").check(PRODUCTION);
    }
}
