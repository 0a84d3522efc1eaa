package io.github.camelsms;

/**
 * Resource of an <code>sms:</code> endpoint, the part of its URI after the scheme.
 */
public enum SmsResource {

    /** Sends messages (producer). */
    send("send"),

    /** Reads delivery statuses (consumer and producer). */
    status("status"),

    /** Delivers the outcomes of stored messages (consumer). */
    results("results"),

    /** Finds and changes stored messages (producer). */
    messages("messages"),

    /** Adds, finds and removes numbers that must not receive messages (producer). */
    optOut("opt-out");

    private final String name;

    SmsResource(String name) {
        this.name = name;
    }

    /**
     * @throws IllegalArgumentException if there is no such resource
     */
    static SmsResource of(String remaining) {
        for (SmsResource resource : values()) {
            if (resource.name.equals(remaining)) {
                return resource;
            }
        }
        throw new IllegalArgumentException(
                "sms:" + remaining + " is unknown: use sms:send, sms:status, sms:results, sms:messages or sms:opt-out");
    }

    /** Returns the part of the URI. */
    @Override
    public String toString() {
        return name;
    }
}
