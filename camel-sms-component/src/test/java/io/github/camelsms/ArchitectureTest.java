package io.github.camelsms;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.properties.HasName;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import io.github.camelsms.logging.SafeLogger;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.doNot;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Rules for package dependencies.
 */
class ArchitectureTest {

    private static final String ROOT = "io.github.camelsms";
    private static final String MODEL = ROOT + ".model";
    private static final String LOGGING = ROOT + ".logging";
    private static final String TEXT = ROOT + ".text";
    private static final String MESSAGE = ROOT + ".message";
    private static final String STORE = ROOT + ".store";
    private static final String PACING = ROOT + ".dispatch.pacing";
    private static final String DISPATCH = ROOT + ".dispatch";
    private static final String CLIENT = ROOT + ".client";
    private static final String OBSERVE = ROOT + ".observe";
    private static final String ACCOUNT = ROOT + ".account";
    /** Allowed dependencies of each package. */
    private static final Map<String, List<String>> KNOWN = Map.of(
            MODEL, List.of(),
            LOGGING, List.of(MODEL),
            TEXT, List.of(MODEL),
            STORE, List.of(MODEL),
            PACING, List.of(MODEL),
            DISPATCH, List.of(PACING, STORE, MODEL),
            CLIENT, List.of(MODEL),
            MESSAGE, List.of(TEXT, DISPATCH, LOGGING, MODEL),
            OBSERVE, List.of(DISPATCH, STORE, LOGGING, MODEL),
            ACCOUNT, List.of(OBSERVE, CLIENT, DISPATCH, PACING, STORE, LOGGING, MODEL));
    private static final String MICROMETER = "io.micrometer..";

    private static final ImportOption IN_TESTS = new ImportOption.OnlyIncludeTests();
    private static final JavaClasses ALL = new ClassFileImporter().importPackages(ROOT + "..");
    private static final JavaClasses TESTS = ALL.that(describe("are tests", ArchitectureTest::isTest));
    private static final JavaClasses PRODUCTION = ALL.that(
            describe("are of this module", type -> !isTest(type) && isOfThisModule(type)));

    @Test
    void packages_ofTheModule_areAllImported() {
        assertThat(PRODUCTION).extracting(JavaClass::getPackageName)
                .contains(ROOT).containsAll(KNOWN.keySet());
        assertThat(TESTS).extracting(JavaClass::getPackageName).contains(ROOT, DISPATCH, CLIENT, ROOT + ".docs");
    }

    @Test
    void packages_dependOnAllowedPackagesOnly() {
        KNOWN.forEach((name, known) -> {
            Set<String> allowed = new HashSet<>(known);
            allowed.add(name);
            noClasses().that().resideInAPackage(name).should().dependOnClassesThat(
                    describe(
                            "are of a package that " + name + " does not know",
                            type -> isOfThisModule(type) && type.getPackageName().startsWith(ROOT)
                                    && !allowed.contains(type.getPackageName())))
                    .check(PRODUCTION);
        });
    }

    /** The allowed dependencies contain no cycle. */
    @Test
    void allowedPackages_haveNoCycle() {
        Set<String> placed = new HashSet<>();
        for (int round = 0; round < KNOWN.size(); round++) {
            KNOWN.forEach((name, known) -> {
                if (placed.containsAll(known)) {
                    placed.add(name);
                }
            });
        }
        assertThat(placed).isEqualTo(KNOWN.keySet());
    }

    /** Jackson annotations are ignored if Jackson is missing. */
    @Test
    void model_dependsOnAnnotationsOnly() {
        classes().that().resideInAPackage(MODEL).should().onlyDependOnClassesThat()
                .resideInAnyPackage(MODEL, "java..", "org.jspecify..", "com.fasterxml.jackson.annotation..",
                        "com.fasterxml.jackson.databind..")
                .check(PRODUCTION);
        noClasses().that().resideInAPackage(MODEL).should().callCodeUnitWhere(
                describe("is Jackson's", call -> call.getTargetOwner().getPackageName().startsWith("com.fasterxml")))
                .check(PRODUCTION);
    }

    @Test
    void engine_doesNotDependOnCamelHttpOrJson() {
        classes().that().resideInAnyPackage(DISPATCH, PACING).should().onlyDependOnClassesThat()
                .resideInAnyPackage(DISPATCH, PACING, STORE, MODEL, "java..", "org.jspecify..").check(PRODUCTION);
        noClasses().that().resideInAnyPackage(DISPATCH, PACING).should().dependOnClassesThat()
                .resideInAnyPackage("java.net..", "javax.net..", "java.sql..").check(PRODUCTION);
    }

    @Test
    void texts_doNotDependOnCamel() {
        classes().that().resideInAPackage(TEXT).should().onlyDependOnClassesThat()
                .resideInAnyPackage(TEXT, MODEL, "java..", "org.jspecify..", "com.google.i18n.phonenumbers..")
                .check(PRODUCTION);
    }

    /** Micrometer is optional, so it is used only behind a guard that checks the classpath. */
    @Test
    void micrometer_isUsedThroughItsGuardOnly() {
        noClasses().that().resideOutsideOfPackage(OBSERVE).should().dependOnClassesThat().resideInAPackage(MICROMETER)
                .check(PRODUCTION);
        noClasses().that().arePublic().should().dependOnClassesThat().resideInAPackage(MICROMETER).check(PRODUCTION);
    }

    @Test
    void production_doesNotDependOnTestLibraries() {
        noClasses().should().dependOnClassesThat()
                .resideInAnyPackage(ROOT + ".simulator..", "org.junit..", "org.assertj..", "org.apache.logging..")
                .check(PRODUCTION);
    }

    /** External values in log lines are sanitized in one place. */
    @Test
    void loggers_ofRoutesAndAccounts_areSafeLoggers() {
        noClasses().that().resideInAPackage(ROOT + "..")
                .and(doNot(belongToAnyOf(SafeLogger.class))).and(doNot(beGenerated()))
                .should().dependOnClassesThat().haveFullyQualifiedName("org.slf4j.Logger")
                .orShould().dependOnClassesThat().haveFullyQualifiedName("org.slf4j.LoggerFactory").check(PRODUCTION);
    }

    private static DescribedPredicate<JavaClass> beGenerated() {
        return describe(
                "be generated", type -> type.getPackageName().startsWith(ROOT + ".endpoint")
                        || HasName.Predicates.nameMatching(ROOT + "\\.Sms\\w+(Configurer|UriFactory|ConverterLoader)(\\$.*)?")
                                .test(type));
    }

    private static boolean isTest(JavaClass type) {
        return type.getSource().map(source -> IN_TESTS.includes(Location.of(source.getUri()))).orElse(false);
    }

    private static boolean isOfThisModule(JavaClass type) {
        String name = type.getPackageName();
        return !name.startsWith(ROOT + ".simulator") && !name.equals(ROOT + ".test");
    }
}
