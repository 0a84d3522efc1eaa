package io.github.camelsms.account;

import java.time.InstantSource;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;

import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.observe.KeptResponses;
import org.jspecify.annotations.Nullable;

/**
 * Polled statuses and responses that an account keeps, because the service returns each status only once. They belong
 * to the account, because Camel creates a new consumer each time a route starts. Thread-safe.
 */
public final class AccountStatuses {

    static final int MAX_HELD = 10_000;

    private final Deque<SmsStatus> held = new ConcurrentLinkedDeque<>();
    private final KeptResponses responses;

    AccountStatuses(InstantSource clock) {
        this.responses = new KeptResponses(clock);
    }

    /**
     * Returns the statuses that were read and whose exchanges have not succeeded. Only the account's poller uses it.
     */
    public Deque<SmsStatus> held() {
        return held;
    }

    /** Returns the responses to polls that were not understood. */
    public KeptResponses responses() {
        return responses;
    }

    /**
     * Returns why polling is paused, for operators, or null if there is room for another poll.
     */
    @Nullable
    public String pauseReason() {
        if (held.size() >= MAX_HELD) {
            return held.size()
                   + " statuses wait for their exchanges to succeed, and no more are read until then. See the route's errors";
        }
        if (responses.isFull()) {
            return "polling is paused, because " + responses.count() + " responses of the service with "
                   + responses.bytes()
                   + " bytes were not understood and are kept. Read them with readKeptResponse, check baseUrl and the service's version, then remove them with removeKeptResponses. Polling then continues automatically";
        }
        return null;
    }
}
