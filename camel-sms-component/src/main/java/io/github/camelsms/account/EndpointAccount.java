package io.github.camelsms.account;

import io.github.camelsms.store.MessageStore;
import org.jspecify.annotations.Nullable;

/**
 * Account of an endpoint, as the endpoint's producers and consumers use it. Thread-safe.
 */
public interface EndpointAccount {

    /** Returns the account's name for logs, as user@host. */
    String label();

    /** Returns the endpoint's settings for its account. */
    AccountUser user();

    /** Returns the account, or null if no producer or consumer uses it. */
    @Nullable
    SmsAccount current();

    /**
     * Returns the accounts of the component.
     *
     * @throws IllegalStateException before the component has started
     */
    SmsAccounts accounts();

    /** Returns the message store, or null if messages are in memory only. */
    @Nullable
    MessageStore store();

    /**
     * Returns the message store.
     *
     * @param  feature                  what needs it, for the error
     * @throws IllegalArgumentException if the component has none
     */
    default MessageStore requireStore(String feature) {
        MessageStore store = store();
        if (store == null) {
            throw new IllegalArgumentException(
                    feature + " requires a message store: add a bean of class io.github.camelsms.store.jdbc.JdbcMessageStore (camel-sms-store-jdbc), or set the component option messageStore");
        }
        return store;
    }

    /**
     * Returns whether a producer has no account: Camel also starts the producers of endpoints that a test mocks and
     * skips (<code>mockEndpointsAndSkip</code>), which need no credentials.
     */
    boolean isMocked();

    /**
     * Records that the outcomes of the account's stored messages are kept until a route consumes them. Logs a warning
     * if the context has no such route.
     */
    void outcomesAreKept() throws Exception;

    /** Joins the account, which must be left by closing the result. */
    default AccountUse join(AccountUse.Purpose purpose) {
        return accounts().join(user(), purpose);
    }

    /**
     * Returns a field of a producer or consumer that is set when it starts.
     *
     * @param  user                  producer or consumer, for the error
     * @throws IllegalStateException if it is not set
     */
    default <T> T started(@Nullable T part, String user) {
        if (part == null) {
            throw new IllegalStateException("the " + user + " of " + this + " is not started");
        }
        return part;
    }

    /** Returns the endpoint's URI without secrets. */
    @Override
    String toString();
}
