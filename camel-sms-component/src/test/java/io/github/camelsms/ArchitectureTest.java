package io.github.camelsms;

import java.util.HashSet;
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
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Rules for package dependencies.
 */
class ArchitectureTest {

    private static final String ROOT = "io.github.camelsms";
    private static final String LOGGING = ROOT + ".logging";
    private static final String CLIENT = ROOT + ".client";
    private static final String BODY = ROOT + ".body";
    private static final String OBSERVE = ROOT + ".observe";
    private static final String ACCOUNT = ROOT + ".account";
    private static final String OPTIONS = ROOT + ".options";
    private static final String CONSUME = ROOT + ".consume";
    /** Classes of the root package that all packages may use: headers, exceptions and the types of options. */
    private static final String VOCABULARY = ROOT + " (vocabulary)";
    /** The other classes of the root package: the component and its endpoints, which use all packages. */
    private static final String COMPONENT = ROOT + " (component)";
    /** Packages of sms-engine, whose own rules hold there. */
    private static final Set<String> ENGINE = Set.of("model", "text", "store", "engine", "ownership");
    /** Allowed dependencies of each layer: a package, or a part of the root package. */
    private static final Map<String, Set<String>> KNOWN = Map.ofEntries(
            entry(VOCABULARY, Set.of()), entry(LOGGING, Set.of()), entry(CLIENT, Set.of()),
            entry(BODY, Set.of(VOCABULARY, LOGGING)), entry(OBSERVE, Set.of(LOGGING)),
            entry(ACCOUNT, Set.of(OBSERVE, CLIENT, LOGGING)), entry(ROOT + ".policy", Set.of(VOCABULARY)),
            entry(OPTIONS, Set.of(VOCABULARY, BODY, ACCOUNT, CLIENT)),
            entry(CONSUME, Set.of(VOCABULARY, OPTIONS, ACCOUNT, OBSERVE, LOGGING)),
            entry(ROOT + ".send", Set.of(VOCABULARY, BODY, OPTIONS, ACCOUNT, OBSERVE, CLIENT, ROOT + ".policy", LOGGING)),
            entry(ROOT + ".status", Set.of(VOCABULARY, BODY, OPTIONS, CONSUME, ACCOUNT, OBSERVE, CLIENT)),
            entry(ROOT + ".results", Set.of(VOCABULARY, BODY, CONSUME, ACCOUNT, OBSERVE)),
            entry(ROOT + ".messages", Set.of(VOCABULARY, BODY, OPTIONS, ACCOUNT)),
            entry(ROOT + ".optout", Set.of(VOCABULARY, BODY, OPTIONS, ACCOUNT)));
    private static final Set<String> IN_VOCABULARY = Set.of(
            "SmsConstants", "SmsConfiguration", "SmsResource", "SmsRow", "SmsCompleteOn", "SmsOperation",
            "SmsResults", "SmsPolicy", "SmsVerdict", "MessageStoreAware",
            "SmsStatusQuery", "SmsWhenNotFound", "SmsWhenQueueFull", "package-info");
    private static final String MICROMETER = "io.micrometer..";

    private static final ImportOption IN_TESTS = new ImportOption.OnlyIncludeTests();
    private static final JavaClasses ALL = new ClassFileImporter().importPackages(ROOT + "..");
    private static final JavaClasses TESTS = ALL.that(describe("are tests", ArchitectureTest::isTest));
    private static final JavaClasses PRODUCTION = ALL.that(
            describe("are of this module", type -> !isTest(type) && isOfThisModule(type)));

    @Test
    void packages_ofTheModule_haveARule() {
        assertThat(PRODUCTION).extracting(ArchitectureTest::layer).filteredOn(layer -> !layer.startsWith(ROOT + ".endpoint"))
                .containsAll(KNOWN.keySet())
                .allSatisfy(layer -> assertThat(layer.equals(COMPONENT) || KNOWN.containsKey(layer)).isTrue());
        assertThat(TESTS).extracting(JavaClass::getPackageName).contains(ROOT, CLIENT, ROOT + ".docs");
    }

    @Test
    void packages_dependOnAllowedPackagesOnly() {
        KNOWN.forEach(
                (name, known) -> noClasses().that(describe("are of " + name, type -> layer(type).equals(name)))
                        .should().dependOnClassesThat(
                                describe(
                                        "are of a package that " + name + " does not know",
                                        type -> isOfThisModule(type) && type.getPackageName().startsWith(ROOT)
                                                && !layer(type).equals(name) && !known.contains(layer(type))))
                        .check(PRODUCTION));
    }

    /** Returns the package of a class, or its part of the root package. */
    private static String layer(JavaClass given) {
        JavaClass type = given.getBaseComponentType();
        if (!type.getPackageName().equals(ROOT)) {
            return type.getPackageName();
        }
        String name = type.getName().substring(ROOT.length() + 1).replaceFirst("\\$.*", "");
        return IN_VOCABULARY.contains(name) || name.endsWith("Exception") ? VOCABULARY : COMPONENT;
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

    /** Responses to send requests are read as tokens, and only those to status queries as a tree (decision 0052). */
    @Test
    void responsesToSendRequests_areReadWithoutTree() {
        noClasses().that().haveNameMatching(CLIENT.replace(".", "\\.") + "\\.(SendResponse|Result|Envelope).*")
                .should().dependOnClassesThat().resideInAPackage("com.fasterxml.jackson.databind..").check(PRODUCTION);
        noClasses().that().haveNameMatching(CLIENT.replace(".", "\\.") + "\\.(Status|Continuation|Json).*")
                .should().dependOnClassesThat().haveNameMatching(".*\\.(SendResponseTokens|SendResponseParser|ResultItem)")
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
        return !name.startsWith(ROOT + ".simulator") && !name.equals(ROOT + ".test")
                && ENGINE.stream().noneMatch(each -> name.startsWith(ROOT + "." + each));
    }
}
