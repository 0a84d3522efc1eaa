package io.github.camelsms;

import io.github.camelsms.account.SystemClock;
import io.github.camelsms.logging.SafeLogger;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Set;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAnnotation;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.properties.HasName;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.doNot;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Packages know each other one way down, time has one source, and no test is switched off.
 */
class ArchitectureTest {

    private static final String ROOT = "io.github.camelsms";
    private static final String MODEL = ROOT + ".model";
    private static final String DISPATCH = ROOT + ".dispatch";
    private static final String CLIENT = ROOT + ".client";
    private static final String MONITOR = ROOT + ".monitor";
    private static final String METRICS = ROOT + ".metrics";
    private static final String MICROMETER = "io.micrometer..";
    private static final String GENERATED_DSL = ROOT + ".endpoint..";

    private static final ImportOption IN_TESTS = new ImportOption.OnlyIncludeTests();
    /** One import for both: it looks up all that the classes use. */
    private static final JavaClasses ALL = new ClassFileImporter().importPackages(ROOT + "..");
    private static final JavaClasses TESTS = ALL.that(describe("are tests", ArchitectureTest::isTest));
    private static final JavaClasses PRODUCTION = ALL.that(
            describe("are of this module", type -> !isTest(type) && isOfThisModule(type)));

    private static final Set<String> CLOCKS = Set.of(
            Instant.class.getName(), LocalDate.class.getName(), LocalDateTime.class.getName(),
            OffsetDateTime.class.getName(), ZonedDateTime.class.getName());

    private static final DescribedPredicate<JavaCall<?>> READS_TIME = describe("reads a clock", call -> {
        String owner = call.getTargetOwner().getName();
        String name = call.getName();
        return owner.equals("java.lang.System") && (name.equals("nanoTime") || name.equals("currentTimeMillis"))
                || CLOCKS.contains(owner) && name.equals("now")
                || owner.equals(Clock.class.getName()) && (name.startsWith("system") || name.startsWith("tick"))
                || owner.equals("java.util.Date") && name.equals("<init>") && call.getTarget().getParameterTypes().isEmpty();
    });

    private static final DescribedPredicate<JavaCall<?>> SLEEPS = describe("sleeps", call -> {
        String owner = call.getTargetOwner().getName();
        return call.getName().equals("sleep")
                && (owner.equals("java.lang.Thread") || owner.equals("java.util.concurrent.TimeUnit"));
    });

    @Test
    void packages_ofTheModule_areAllSeen() {
        assertThat(PRODUCTION).extracting(JavaClass::getPackageName)
                .contains(ROOT, MODEL, DISPATCH, CLIENT, MONITOR, METRICS);
        assertThat(TESTS).extracting(JavaClass::getPackageName).contains(ROOT, DISPATCH, CLIENT, ROOT + ".docs");
    }

    /** Jackson's annotations are ignored where Jackson is missing. */
    @Test
    void model_dependsOnNothingButAnnotations() {
        classes().that().resideInAPackage(MODEL).should().onlyDependOnClassesThat()
                .resideInAnyPackage(MODEL, "java..", "org.jspecify..", "com.fasterxml.jackson.databind..").check(PRODUCTION);
        noClasses().that().resideInAPackage(MODEL).should().callCodeUnitWhere(
                describe("is Jackson's", call -> call.getTargetOwner().getPackageName().startsWith("com.fasterxml")))
                .check(PRODUCTION);
    }

    @Test
    void dispatch_dependsOnTheModelOnly() {
        classes().that().resideInAPackage(DISPATCH).should().onlyDependOnClassesThat()
                .resideInAnyPackage(DISPATCH, MODEL, "java..", "org.jspecify..").check(PRODUCTION);
        noClasses().that().resideInAPackage(DISPATCH).should().dependOnClassesThat()
                .resideInAnyPackage("java.net..", "javax.net..").check(PRODUCTION);
    }

    @Test
    void monitor_dependsOnTheEngineAndTheModelOnly() {
        classes().that().resideInAPackage(MONITOR).should().onlyDependOnClassesThat()
                .resideInAnyPackage(MONITOR, DISPATCH, MODEL, "java..", "org.jspecify..").check(PRODUCTION);
    }

    @Test
    void client_dependsOnNeitherDispatchNorRoutes() {
        noClasses().that().resideInAPackage(CLIENT).should().dependOnClassesThat()
                .resideInAnyPackage(ROOT, DISPATCH, MONITOR, METRICS, GENERATED_DSL).check(PRODUCTION);
    }

    @Test
    void metrics_dependsOnNeitherClientNorRoutes() {
        noClasses().that().resideInAPackage(METRICS).should().dependOnClassesThat()
                .resideInAnyPackage(ROOT, CLIENT, GENERATED_DSL).check(PRODUCTION);
    }

    /** Micrometer may be missing, so it is reached by one way only, which looks first. */
    @Test
    void micrometer_isReachedThroughItsGuardOnly() {
        noClasses().that().resideOutsideOfPackage(METRICS).should().dependOnClassesThat().resideInAPackage(MICROMETER)
                .check(PRODUCTION);
        noClasses().that().arePublic().should().dependOnClassesThat().resideInAPackage(MICROMETER).check(PRODUCTION);
    }

    @Test
    void production_dependsOnNoTestTool() {
        noClasses().should().dependOnClassesThat()
                .resideInAnyPackage(ROOT + ".simulator..", "org.junit..", "org.assertj..", "org.apache.logging..")
                .check(PRODUCTION);
    }

    @Test
    void time_outsideTheSystemClock_isNeitherReadNorSlept() {
        noClasses().that(doNot(belongToAnyOf(SystemClock.class))).and(doNot(beGenerated()))
                .should().callCodeUnitWhere(READS_TIME).orShould().callCodeUnitWhere(SLEEPS).check(PRODUCTION);
    }

    @Test
    void time_ofTheSystemClock_isSeenByTheRule() {
        assertThat(PRODUCTION.get(SystemClock.class).getMethodCallsFromSelf()).anyMatch(READS_TIME).anyMatch(SLEEPS);
    }

    /** What a line quotes from outside is made safe in one place. */
    @Test
    void logger_ofTheRoutesAndAccounts_isTheSafeOne() {
        noClasses().that().resideInAnyPackage(ROOT, CLIENT, DISPATCH, MONITOR, MODEL)
                .and(doNot(belongToAnyOf(SafeLogger.class))).and(doNot(beGenerated()))
                .should().dependOnClassesThat().haveFullyQualifiedName("org.slf4j.Logger")
                .orShould().dependOnClassesThat().haveFullyQualifiedName("org.slf4j.LoggerFactory").check(PRODUCTION);
    }

    @Test
    void tests_sleepNever() {
        noClasses().should().callCodeUnitWhere(SLEEPS).check(TESTS);
    }

    @Test
    void tests_noneIsSwitchedOff() {
        noClasses().should().beAnnotatedWith(switchesOff()).check(TESTS);
        noMethods().should().beAnnotatedWith(switchesOff()).check(TESTS);
    }

    private static DescribedPredicate<JavaAnnotation<?>> switchesOff() {
        return describe("@Disabled or conditional", annotation -> {
            String name = annotation.getRawType().getName();
            return name.equals("org.junit.jupiter.api.Disabled") || name.startsWith("org.junit.jupiter.api.condition.");
        });
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
        return !type.getPackageName().startsWith(ROOT + ".simulator");
    }
}
