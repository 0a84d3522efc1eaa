package io.github.camelsms.store.jdbc;

import java.sql.Connection;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.github.camelsms.store.MessageStore;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Rules: the store's interface depends on the model only, and the implementation on the interface only.
 */
class ArchitectureTest {

    private static final String STORE = "io.github.camelsms.store";
    private static final String JDBC = "io.github.camelsms.store.jdbc";
    private static final String MODEL = "io.github.camelsms.model";

    private static final JavaClasses PRODUCTION = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests()).importPackages("io.github.camelsms.store");

    @Test
    void packages_ofTheModule_areImported() {
        assertThat(PRODUCTION.contain(MessageStore.class)).isTrue();
        assertThat(PRODUCTION.contain(JdbcMessageStore.class)).isTrue();
    }

    @Test
    void jdbc_dependsOnTheStoreInterfaceAndNoDriverOfAServer() {
        classes().that().resideInAPackage(JDBC).and().doNotBelongToAnyOf(SqliteDialect.class, SqliteErrorCodes.class).should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(JDBC, STORE, MODEL, "java..", "javax..", "org.jspecify..", "org.slf4j..",
                        "com.fasterxml.jackson..")
                .check(PRODUCTION);
    }

    @Test
    void publicClasses_ofTheImplementation_areTheStoreAndItsSetting() {
        noClasses().that().resideInAPackage(JDBC).and()
                .doNotBelongToAnyOf(JdbcMessageStore.class, SchemaInitialization.class).should().bePublic().check(PRODUCTION);
    }

    /** A commit on a connection of the caller would commit the caller's transaction. */
    @Test
    void transactions_areEndedByDialectsOnly() {
        noClasses().that().doNotBelongToAnyOf(PostgresDialect.class, PostgresConnections.class, SqliteDialect.class)
                .should().callMethod(Connection.class, "commit").orShould().callMethod(Connection.class, "rollback")
                .orShould().callMethod(Connection.class, "setAutoCommit", boolean.class).check(PRODUCTION);
    }
}
