package io.github.camelsms.store.jdbc;

import java.sql.SQLException;

import org.sqlite.util.LibraryLoaderUtil;
import org.sqlite.util.OSInfo;

/**
 * Result codes of SQLite.
 */
final class SqliteErrorCodes implements ErrorCodes {

    private static final String NO_LIBRARY = "org.sqlite.NativeLibraryNotFoundException";
    private static final int BUSY = 5;
    private static final int LOCKED = 6;
    private static final int READ_ONLY = 8;
    private static final int IO_ERROR = 10;
    private static final int CORRUPT = 11;
    private static final int FULL = 13;
    private static final int CANNOT_OPEN = 14;
    private static final int TOO_BIG = 18;
    private static final int NOT_A_DATABASE = 26;
    private static final int PRIMARY_CODE = 0xff;

    private final StoreFile file;

    SqliteErrorCodes(StoreFile file) {
        this.file = file;
    }

    @Override
    public boolean isTransient(SQLException failure) {
        int code = failure.getErrorCode() & PRIMARY_CODE;
        return code == BUSY || code == LOCKED;
    }

    @Override
    public boolean dependsOnMessages(SQLException failure) {
        return (failure.getErrorCode() & PRIMARY_CODE) == TOO_BIG;
    }

    @Override
    public boolean isRolledBack(SQLException failure) {
        return false;
    }

    @Override
    public boolean isDisconnected(SQLException failure) {
        return false;
    }

    @Override
    public boolean isStale(SQLException failure) {
        return false;
    }

    @Override
    public String explain(SQLException failure) {
        Throwable cause = failure.getCause();
        if (cause != null && cause.getClass().getName().equals(NO_LIBRARY)) {
            if (!LibraryLoaderUtil.hasNativeLib(
                    LibraryLoaderUtil.getNativeLibResourcePath(), LibraryLoaderUtil.getNativeLibName())) {
                return "sqlite-jdbc has no library for this system (" + OSInfo.getNativeLibFolderPathForCurrentOS()
                       + "): use PostgreSQL, or a system for which it has one";
            }
            return "SQLite's library cannot be loaded: " + cause.getMessage() + ". Set the system property org.sqlite.tmpdir"
                   + " to a directory that this process can write to and load libraries from, not mounted with noexec";
        }
        return switch (failure.getErrorCode() & PRIMARY_CODE) {
            case FULL -> "there is no room left for " + file + ": free disk space";
            case IO_ERROR -> "reading or writing " + file + " failed: check the disk, its free space and its quota";
            case BUSY, LOCKED -> file + " is locked by another program: end it";
            case READ_ONLY, CANNOT_OPEN ->
                file + " cannot be opened or written: check its permissions, and those of its directory";
            case CORRUPT, NOT_A_DATABASE ->
                file + " is damaged, or not a SQLite database: restore it from a backup, or name another file";
            default -> String.valueOf(failure.getMessage());
        };
    }
}
