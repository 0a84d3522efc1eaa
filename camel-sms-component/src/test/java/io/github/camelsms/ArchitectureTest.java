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
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Rules for package dependencies.
 */
class ArchitectureTest {

    private static final String ROOT = "io.github.camelsms";
    private static final String LOGGING = ROOT + ".logging";
    private static final String MESSAGE = ROOT + ".message";
    private static final String CLIENT = ROOT + ".client";
    private static final String OBSERVE = ROOT + ".observe";
    private static final String ACCOUNT = ROOT + ".account";
    /** Packages of sms-engine, whose own rules hold there. */
    private static final Set<String> ENGINE = Set.of("model", "text", "store", "engine", "ownership");
    /** Allowed dependencies of each package. */
    private static final Map<String, List<String>> KNOWN = Map.of(
            LOGGING, List.of(), CLIENT, List.of(), MESSAGE, List.of(LOGGING), OBSERVE, List.of(LOGGING),
            ACCOUNT, List.of(OBSERVE, CLIENT, LOGGING));
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
        assertThat(TESTS).extracting(JavaClass::getPackageName).contains(ROOT, CLIENT, ROOT + ".docs");
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
        return !name.startsWith(ROOT + ".simulator") && !name.equals(ROOT + ".test")
                && ENGINE.stream().noneMatch(each -> name.startsWith(ROOT + "." + each));
    }
}
