package io.github.camelsms.store.jdbc;

import java.sql.SQLException;

import org.jspecify.annotations.Nullable;

/**
 * Sanitizer of database exceptions. Drivers quote whole rows with phone numbers and texts in them.
 */
final class Failures {

    private Failures() {
    }

    /**
     * Returns an exception with the same codes, the stack trace, and the first line of the message, which quotes no
     * values.
     */
    static SQLException withoutContent(SQLException failure) {
        SQLException root = failure;
        for (SQLException next = failure.getNextException(); next != null; next = next.getNextException()) {
            root = next;
        }
        SQLException safe = new SQLException(firstLine(root.getMessage()), root.getSQLState(), root.getErrorCode());
        safe.setStackTrace(failure.getStackTrace());
        return safe;
    }

    private static @Nullable String firstLine(@Nullable String message) {
        return message == null ? null : message.lines().findFirst().orElse("");
    }
}
