package io.github.camelsms;

/**
 * Resource of an <code>sms:</code> endpoint, the part of its URI after the scheme.
 */
public enum SmsResource {

    /** Sends messages (producer). */
    send,

    /** Reads delivery statuses (consumer and producer). */
    status,

    /** Delivers the outcomes of stored messages (consumer). */
    results,

    /** Finds and changes stored messages (producer). */
    messages;

    /**
     * @throws IllegalArgumentException if there is no such resource
     */
    static SmsResource of(String remaining) {
        for (SmsResource resource : values()) {
            if (resource.name().equals(remaining)) {
                return resource;
            }
        }
        throw new IllegalArgumentException(
                "sms:" + remaining + " is unknown: use sms:send, sms:status, sms:results or sms:messages");
    }
}
