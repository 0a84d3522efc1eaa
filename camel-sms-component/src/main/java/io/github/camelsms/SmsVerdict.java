package io.github.camelsms;

import java.time.Instant;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Verdict of a {@link SmsPolicy} on a message.
 */
public sealed interface SmsVerdict {

    /**
     * The message may be sent.
     *
     * @param until if its request has not departed before this time, the policies are asked again; null for no limit
     */
    record Allow(@Nullable Instant until) implements SmsVerdict {

        private static final Allow ALWAYS = new Allow(null);
    }

    /**
     * The message has the outcome <code>REJECTED</code>.
     *
     * @param code   word for counters and logs, 3 to 40 upper-case letters and underscores, such as
     *               <code>OPTED_OUT</code>. Use few different ones
     * @param reason explanation for operators, or null; must not contain a phone number or a text
     */
    record Reject(String code, @Nullable String reason) implements SmsVerdict {

        private static final Pattern CODE = Pattern.compile("[A-Z][A-Z_]{2,39}");

        public Reject {
            if (!CODE.matcher(code).matches()) {
                throw new IllegalArgumentException(
                        "The code of a rejection must have 3 to 40 upper-case letters and underscores, such as OPTED_OUT");
            }
        }

        /** Returns the reason of the result: the code, followed by the reason if there is one. */
        public String text() {
            return reason == null || reason.isBlank() ? code : code + ": " + reason;
        }
    }

    /**
     * The message must not be sent before a time. With a message store it waits, unless its time to live ends before
     * that time. Without a message store its outcome is <code>NOT_SENT</code>.
     *
     * @param until  when the policies are asked again; at least a second from now
     * @param reason explanation for operators; must not contain a phone number or a text
     */
    record Defer(Instant until, String reason) implements SmsVerdict {
    }

    /** Returns the verdict that the message may be sent. */
    static SmsVerdict allow() {
        return Allow.ALWAYS;
    }

    /** Returns the verdict that the message may be sent before a time. */
    static SmsVerdict allowUntil(Instant until) {
        return new Allow(until);
    }

    /**
     * Returns the verdict that the message is rejected.
     *
     * @param code   word for counters and logs, 3 to 40 upper-case letters and underscores
     * @param reason explanation for operators, or null
     */
    static SmsVerdict reject(String code, @Nullable String reason) {
        return new Reject(code, reason);
    }

    /** Returns the verdict that the message must not be sent before a time. */
    static SmsVerdict deferUntil(Instant until, String reason) {
        return new Defer(until, reason);
    }
}
