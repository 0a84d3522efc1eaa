/**
 * Message store in a database: SQLite in a file, or PostgreSQL.
 */
@NullMarked
package io.github.camelsms.store.jdbc;

import org.jspecify.annotations.NullMarked;
