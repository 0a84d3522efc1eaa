package io.github.camelsms.store.jdbc;

/**
 * Creation of the tables when a store starts.
 */
public enum SchemaInitialization {

    /**
     * Tables in a file are created if they are missing, and migrated; tables in a <code>DataSource</code> must exist.
     */
    EMBEDDED,
    /** Tables are created if they are missing, and migrated. */
    ALWAYS,
    /** Tables must exist. */
    NEVER
}
