package io.github.camelsms.store.jdbc;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SessionTest {

    private Connection connection;
    private Session session;

    @BeforeEach
    void open() throws SQLException {
        connection = DriverManager.getConnection("jdbc:sqlite::memory:");
        session = new Session(connection);
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    @Test
    void statement_sameSqlAgain_returnsTheSameStatement() throws SQLException {
        PreparedStatement first = session.statement("SELECT 1");

        assertThat(session.statement("SELECT 1")).isSameAs(first);
        assertThat(session.statement("SELECT 2")).isNotSameAs(first);
    }

    @Test
    void statement_cacheFull_closesTheLeastRecentlyUsed() throws SQLException {
        PreparedStatement used = session.statement("SELECT 'used'");
        PreparedStatement unused = session.statement("SELECT 'unused'");
        for (int i = 2; i <= Session.MAX_STATEMENTS; i++) {
            session.statement("SELECT 'used'");
            session.statement("SELECT " + i);
        }

        assertThat(unused.isClosed()).isTrue();
        assertThat(used.isClosed()).isFalse();
        assertThat(session.statement("SELECT 'used'")).isSameAs(used);
    }

    @Test
    void close_openStatements_closesThemButNotTheConnection() throws SQLException {
        PreparedStatement statement = session.statement("SELECT 1");

        session.close();

        assertThat(statement.isClosed()).isTrue();
        assertThat(connection.isClosed()).isFalse();
    }
}
