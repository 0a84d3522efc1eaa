package io.github.camelsms.store.jdbc;

import java.sql.Connection;
import java.time.Clock;
import java.time.Instant;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.github.camelsms.store.MessageStore;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * The store's interface knows the model only, its implementation the interface only, and time has one source.
 */
class ArchitectureTest {

    private static final String STORE = "io.github.camelsms.store";
    private static final String JDBC = "io.github.camelsms.store.jdbc";
    private static final String MODEL = "io.github.camelsms.model";

    private static final JavaClasses PRODUCTION = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests()).importPackages("io.github.camelsms.store");

    @Test
    void packages_areSeen() {
        assertThat(PRODUCTION.contain(MessageStore.class)).isTrue();
        assertThat(PRODUCTION.contain(JdbcMessageStore.class)).isTrue();
    }

    @Test
    void store_dependsOnTheModelOnly() {
        classes().that().resideInAPackage(STORE).should().onlyDependOnClassesThat()
                .resideInAnyPackage(STORE, MODEL, "java..", "org.jspecify..").check(PRODUCTION);
        noClasses().that().resideInAPackage(STORE).should().dependOnClassesThat()
                .resideInAnyPackage("java.sql..", "javax.sql..", "java.net..").check(PRODUCTION);
    }

    @Test
    void jdbc_dependsOnTheInterfaceAndNoDriver() {
        classes().that().resideInAPackage(JDBC).should().onlyDependOnClassesThat()
                .resideInAnyPackage(JDBC, STORE, MODEL, "java..", "javax..", "org.jspecify..", "org.slf4j..",
                        "com.fasterxml.jackson..")
                .check(PRODUCTION);
    }

    @Test
    void publicClasses_ofTheImplementation_areTheBeanAndItsSetting() {
        noClasses().that().resideInAPackage(JDBC).and()
                .doNotBelongToAnyOf(JdbcMessageStore.class, SchemaInitialization.class).should().bePublic().check(PRODUCTION);
    }

    @Test
    void time_outsideTheSystemClock_isNotRead() {
        noClasses().that().doNotBelongToAnyOf(SystemClock.class).should().callMethod(Instant.class, "now")
                .orShould().callMethod(System.class, "nanoTime").orShould().callMethod(System.class, "currentTimeMillis")
                .orShould().callMethod(Clock.class, "systemUTC").check(PRODUCTION);
    }

    /** Commits of somebody else's connection would commit somebody else's transaction. */
    @Test
    void transactions_areEndedByTheDialectsOnly() {
        noClasses().that().doNotBelongToAnyOf(PostgresDialect.class, SqliteDialect.class)
                .should().callMethod(Connection.class, "commit").orShould().callMethod(Connection.class, "rollback")
                .orShould().callMethod(Connection.class, "setAutoCommit", boolean.class).check(PRODUCTION);
    }
}
