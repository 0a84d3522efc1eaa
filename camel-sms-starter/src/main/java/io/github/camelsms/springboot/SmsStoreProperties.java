package io.github.camelsms.springboot;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.NestedConfigurationProperty;

/**
 * Properties <code>camel.component.sms.store.*</code>. This class uses no class of the module
 * <code>camel-sms-store-jdbc</code>, so that the properties can be checked without it.
 */
public class SmsStoreProperties {

    @NestedConfigurationProperty
    private final Jdbc jdbc = new Jdbc();

    /** Returns the properties of the JDBC store. */
    public Jdbc getJdbc() {
        return jdbc;
    }

    /**
     * Properties <code>camel.component.sms.store.jdbc.*</code>. A property that is not set is null and keeps the
     * default of <code>JdbcMessageStore</code>.
     */
    public static class Jdbc {

        /**
         * Path of an embedded SQLite database, which is created if it is missing and belongs to one process. Without
         * it, the application's single DataSource is used, which must be that of a PostgreSQL database.
         */
        private @Nullable String file;
        /**
         * When the store creates its tables: embedded (only in a file), always, or never.
         */
        private @Nullable String initializeSchema;
        /**
         * Prefix of the store's table names.
         */
        private @Nullable String tablePrefix;
        /**
         * How long a process owns an account after its last renewal of the lease.
         */
        private @Nullable Duration leaseDuration;
        /**
         * How long messages in a final state are kept.
         */
        private @Nullable Duration retention;
        /**
         * Whether accepted and rejected messages keep their text and phone number. Otherwise the text is dropped, and a
         * keyed hash replaces the number.
         */
        private @Nullable Boolean retainText;
        /**
         * Whether a polled status BLACKLIST adds its number to the opt-outs.
         */
        private @Nullable Boolean optOutBlacklisted;

        public @Nullable String getFile() {
            return file;
        }

        public void setFile(@Nullable String file) {
            this.file = file;
        }

        public @Nullable String getInitializeSchema() {
            return initializeSchema;
        }

        public void setInitializeSchema(@Nullable String initializeSchema) {
            this.initializeSchema = initializeSchema;
        }

        public @Nullable String getTablePrefix() {
            return tablePrefix;
        }

        public void setTablePrefix(@Nullable String tablePrefix) {
            this.tablePrefix = tablePrefix;
        }

        public @Nullable Duration getLeaseDuration() {
            return leaseDuration;
        }

        public void setLeaseDuration(@Nullable Duration leaseDuration) {
            this.leaseDuration = leaseDuration;
        }

        public @Nullable Duration getRetention() {
            return retention;
        }

        public void setRetention(@Nullable Duration retention) {
            this.retention = retention;
        }

        public @Nullable Boolean getRetainText() {
            return retainText;
        }

        public void setRetainText(@Nullable Boolean retainText) {
            this.retainText = retainText;
        }

        public @Nullable Boolean getOptOutBlacklisted() {
            return optOutBlacklisted;
        }

        public void setOptOutBlacklisted(@Nullable Boolean optOutBlacklisted) {
            this.optOutBlacklisted = optOutBlacklisted;
        }
    }
}
