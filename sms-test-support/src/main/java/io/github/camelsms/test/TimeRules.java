package io.github.camelsms.test;

import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAnnotation;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Rules of all modules for time and tests. Each module with tests has a {@code TimeRulesTest} that extends this class.
 */
public abstract class TimeRules {

    private static final JavaClasses PRODUCTION = new ClassFileImporter().importPath("target/classes");
    private static final JavaClasses TESTS = new ClassFileImporter().importPath("target/test-classes");

    private static final Set<String> CLOCKS = Set.of(
            Instant.class.getName(), LocalDate.class.getName(), LocalTime.class.getName(), LocalDateTime.class.getName(),
            OffsetDateTime.class.getName(), ZonedDateTime.class.getName());

    private static final DescribedPredicate<JavaCall<?>> READS_TIME = describe("reads a clock", call -> {
        String owner = call.getTargetOwner().getName();
        String name = call.getName();
        return owner.equals("java.lang.System") && (name.equals("nanoTime") || name.equals("currentTimeMillis"))
                || CLOCKS.contains(owner) && name.equals("now")
                || owner.equals(Clock.class.getName()) && (name.startsWith("system") || name.startsWith("tick"))
                || owner.equals(InstantSource.class.getName()) && name.equals("system")
                || owner.equals("java.util.Date") && name.equals("<init>") && call.getTarget().getParameterTypes().isEmpty();
    });

    private static final DescribedPredicate<JavaCall<?>> SLEEPS = describe("sleeps", call -> {
        String owner = call.getTargetOwner().getName();
        return call.getName().equals("sleep")
                && (owner.equals("java.lang.Thread") || owner.equals("java.util.concurrent.TimeUnit"))
                || owner.equals("java.util.concurrent.locks.LockSupport") && !call.getName().equals("unpark");
    });

    private static final DescribedPredicate<JavaAnnotation<?>> SWITCHES_OFF
            = describe("@Disabled or conditional", annotation -> {
                String name = annotation.getRawType().getName();
                // Windows has no POSIX permissions.
                return name.equals("org.junit.jupiter.api.Disabled")
                        || name.startsWith("org.junit.jupiter.api.condition.") && !name.endsWith(".DisabledOnOs");
            });

    /** Camel's generated code. */
    private static final DescribedPredicate<JavaClass> IS_GENERATED = describe("are generated", type -> type.getPackageName()
            .startsWith("io.github.camelsms.endpoint")
            || type.getName().matches(".*\\.Sms\\w+(Configurer|UriFactory|ConverterLoader)(\\$.*)?"));

    private static final DescribedPredicate<JavaClass> ASSUMES = describe("assumptions, which skip a test", type -> Set
            .of("org.junit.jupiter.api.Assumptions", "org.assertj.core.api.Assumptions").contains(type.getName()));

    /** Calls that the rule must detect. */
    static final class ReadsTime {
        static long read() {
            return System.nanoTime();
        }
    }

    /** Calls that the rule must detect. */
    static final class Sleeps {
        static void sleep() throws InterruptedException {
            Thread.sleep(1);
            TimeUnit.SECONDS.sleep(1);
        }
    }

    @Test
    public void time_outsideSystemClock_isNeitherReadNorSlept() {
        noClasses().that(not(simpleName("SystemClock"))).and(not(IS_GENERATED))
                .should().callCodeUnitWhere(READS_TIME).orShould().callCodeUnitWhere(SLEEPS).allowEmptyShould(true)
                .check(PRODUCTION);
    }

    @Test
    public void timeRule_readingAndSleeping_areDetected() {
        JavaClasses samples = new ClassFileImporter().importClasses(ReadsTime.class, Sleeps.class);
        assertThat(samples.get(ReadsTime.class).getMethodCallsFromSelf()).anyMatch(READS_TIME);
        assertThat(samples.get(Sleeps.class).getMethodCallsFromSelf()).allMatch(SLEEPS).hasSize(2);
    }

    @Test
    public void tests_neverSleep() {
        assertThat(TESTS).isNotEmpty();
        noClasses().that(not(simpleName("Sleeps"))).should().callCodeUnitWhere(SLEEPS).check(TESTS);
    }

    @Test
    public void tests_areNeverDisabled() {
        noClasses().should().beAnnotatedWith(SWITCHES_OFF).check(TESTS);
        noMethods().should().beAnnotatedWith(SWITCHES_OFF).check(TESTS);
    }

    @Test
    public void tests_neverSkipThemselves() {
        noClasses().should().dependOnClassesThat(ASSUMES).check(TESTS);
    }
}
