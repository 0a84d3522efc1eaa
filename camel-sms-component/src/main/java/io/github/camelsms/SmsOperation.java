package io.github.camelsms;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * Operation of an <code>sms:messages</code> or <code>sms:opt-out</code> endpoint.
 */
public enum SmsOperation {

    /** Finds messages by their ids, or by the day of their outcome; or opt-outs by their numbers, or all of them. */
    find("find", SmsResource.messages, SmsResource.optOut),

    /** Counts the messages in each state. */
    count("count", SmsResource.messages),

    /** Returns messages that are PARKED, NOT_SENT, REJECTED or CANCELLED to the queue. */
    resend("resend", SmsResource.messages),

    /** Cancels waiting messages. */
    cancel("cancel", SmsResource.messages),

    /** Settles messages that are UNKNOWN or PARKED. */
    settle("settle", SmsResource.messages),

    /** Removes finished messages that are older than the store's retention. */
    purge("purge", SmsResource.messages),

    /** Erases a phone number from all messages of all accounts. */
    erase("erase", SmsResource.messages),

    /** Adds numbers to the opt-outs. */
    add("add", SmsResource.optOut),

    /** Removes numbers from the opt-outs. */
    remove("remove", SmsResource.optOut),

    /** Adds a list of any length to the opt-outs. */
    importAll("import", SmsResource.optOut);

    private final String option;
    private final List<SmsResource> resources;

    SmsOperation(String option, SmsResource... resources) {
        this.option = option;
        this.resources = List.of(resources);
    }

    /**
     * Returns the operation of an endpoint.
     *
     * @throws IllegalArgumentException if it is missing, or not one of this resource
     */
    static SmsOperation of(SmsResource resource, @Nullable SmsOperation given) {
        if (given == null || !given.resources.contains(resource)) {
            throw new IllegalArgumentException(
                    (given == null
                            ? "sms:" + resource + " requires the option operation: add ?operation= with one of "
                            : "Option operation=" + given + " is not one of sms:" + resource + ": give one of ")
                                               + Arrays.stream(values()).filter(each -> each.resources.contains(resource))
                                                       .map(SmsOperation::toString).collect(Collectors.joining(", ")));
        }
        return given;
    }

    /** Returns the value of the option. */
    @Override
    public String toString() {
        return option;
    }
}
