package io.github.camelsms.store.jdbc;

/**
 * When a store creates its tables.
 */
public enum SchemaInitialization {

    /** In a file they are created; in a <code>DataSource</code> they must be there. */
    EMBEDDED,
    /** They are created if they are missing. */
    ALWAYS,
    /** They must be there. */
    NEVER
}
