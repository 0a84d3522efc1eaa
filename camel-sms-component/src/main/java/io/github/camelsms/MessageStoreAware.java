package io.github.camelsms;

import io.github.camelsms.store.MessageStore;

/**
 * Policy that uses the message store of its component.
 */
public interface MessageStoreAware {

    /**
     * Called before the first check, when the component starts. Not called if the component keeps messages in memory.
     *
     * @param store the message store, which has been started
     */
    void setMessageStore(MessageStore store);

    /** Returns whether the component must not start without a message store, because nothing would be sent. */
    default boolean requiresMessageStore() {
        return false;
    }
}
