package io.github.camelsms.simulator;

import java.util.Set;
import java.util.function.Predicate;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

@AnalyzeClasses(packages = ArchitectureTest.ROOT, importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    static final String ROOT = "io.github.camelsms.simulator";

    private static final Set<String> ENTRY_POINTS = Set.of("SmsSimulator", "SmsSimulatorBuilder", "SmsSimulatorExtension");

    private static final DescribedPredicate<JavaClass> IS_ENTRY_POINT = inRoot("is an entry point", ENTRY_POINTS::contains);
    private static final DescribedPredicate<JavaClass> IS_VALUE
            = inRoot("is a public value", type -> !ENTRY_POINTS.contains(type));

    /** The layers in order, from top to bottom. Those who use the simulator see three of them in the root package. */
    @ArchTest
    static final ArchRule DEPENDENCIES_HAVE_ONE_DIRECTION = layeredArchitecture().consideringOnlyDependenciesInLayers()
            .layer("entry points").definedBy(IS_ENTRY_POINT)
            .layer("http").definedBy(ROOT + ".http")
            .layer("admin").definedBy(ROOT + ".admin")
            .layer("service").definedBy(ROOT + ".service")
            .layer("message").definedBy(ROOT + ".message")
            .layer("ratelimit").definedBy(ROOT + ".ratelimit")
            .layer("settings").definedBy(ROOT + ".settings")
            .layer("fault").definedBy(ROOT + ".fault")
            .layer("json").definedBy(ROOT + ".json")
            .layer("values").definedBy(IS_VALUE)
            .whereLayer("entry points").mayOnlyAccessLayers("http", "service", "message", "settings", "fault", "values")
            .whereLayer("http").mayOnlyAccessLayers("admin", "service", "settings", "json", "values")
            .whereLayer("admin").mayOnlyAccessLayers("service", "message", "fault", "json", "values")
            .whereLayer("service").mayOnlyAccessLayers("message", "ratelimit", "settings", "fault", "json", "values")
            .whereLayer("message").mayOnlyAccessLayers("settings", "values")
            .whereLayer("ratelimit").mayOnlyAccessLayers("settings", "values")
            .whereLayer("settings").mayOnlyAccessLayers("values")
            .whereLayer("fault").mayOnlyAccessLayers("values")
            .whereLayer("json").mayNotAccessAnyLayer()
            .whereLayer("values").mayNotAccessAnyLayer()
            .ensureAllClassesAreContainedInArchitecture();

    @ArchTest
    static final ArchRule ROOT_HOLDS_WHAT_USERS_SEE = classes()
            .that().resideInAPackage(ROOT).and().areTopLevelClasses().and().doNotHaveSimpleName("SystemClock")
            .and().doNotHaveSimpleName("package-info")
            .should().haveModifier(JavaModifier.PUBLIC);

    @ArchTest
    static final ArchRule JUNIT_IS_FOR_THE_EXTENSION_ONLY = noClasses()
            .that().doNotHaveSimpleName("SmsSimulatorExtension")
            .should().dependOnClassesThat().resideInAPackage("org.junit..");

    /** Nested classes belong to the layer of their top-level class. */
    private static DescribedPredicate<JavaClass> inRoot(String description, Predicate<String> name) {
        return describe(description, type -> type.getPackageName().equals(ROOT) && name.test(topLevelName(type)));
    }

    private static String topLevelName(JavaClass type) {
        return type.getName().substring(ROOT.length() + 1).replaceFirst("\\$.*", "");
    }
}
