package io.github.camelsms.store.jdbc;

import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

/**
 * Statement that changes the rows with some ids, which usually have no gaps. SQLite then needs half of the time if it
 * gets the first and the last one, because it does not sort a list.
 */
final class ByIds {

    private final String list;
    private final String range;

    /**
     * @param statement statement whose last condition is missing
     * @param key       column of the ids
     */
    ByIds(Database database, String statement, String key) {
        this(database::sql, statement, key);
    }

    /**
     * @param translation translation of statements for the database
     */
    ByIds(UnaryOperator<String> translation, String statement, String key) {
        this.list = translation.apply(statement + " " + key + " IN_LIST");
        this.range = translation.apply(statement + " " + key + " BETWEEN ? AND ?");
    }

    /**
     * Executes the statement with the next one or with the commit.
     *
     * @param first parameters before the ids
     */
    Later<Integer> update(Tx transaction, List<Long> ids, @Nullable Object... first) throws SQLException {
        // A server would plan each statement, and its plans for lists are tested.
        boolean isRange = !transaction.isShared() && isRange(ids);
        @Nullable
        Object[] parameters = Arrays.copyOf(first, first.length + (isRange ? 2 : 1));
        if (isRange) {
            parameters[first.length] = ids.get(0);
            parameters[first.length + 1] = ids.get(ids.size() - 1);
        } else {
            parameters[first.length] = Messages.array(ids);
        }
        return transaction.updateLater(isRange ? range : list, parameters);
    }

    /** Returns whether each id is one more than the id before it. */
    private static boolean isRange(List<Long> ids) {
        for (int i = 1; i < ids.size(); i++) {
            if (ids.get(i) != ids.get(i - 1) + 1) {
                return false;
            }
        }
        return !ids.isEmpty();
    }
}
