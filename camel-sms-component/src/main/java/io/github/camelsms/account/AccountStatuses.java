package io.github.camelsms.account;

import java.time.InstantSource;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;

import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.observe.KeptResponses;
import org.jspecify.annotations.Nullable;

/**
 * What an account keeps of the statuses that were polled, because the service gives each of them only once. It belongs
 * to the account and not to the consumer, because Camel makes a new consumer each time a route starts. Thread-safe.
 */
public final class AccountStatuses {

    static final int MAX_HELD = 10_000;

    private final Deque<SmsStatus> held = new ConcurrentLinkedDeque<>();
    private final KeptResponses responses;

    AccountStatuses(InstantSource clock) {
        this.responses = new KeptResponses(clock);
    }

    /** Statuses that were read and whose exchanges have not succeeded, for the account's only poller. */
    public Deque<SmsStatus> held() {
        return held;
    }

    /** Responses to polls that were not understood. */
    public KeptResponses responses() {
        return responses;
    }

    /**
     * Returns why no statuses may be read now, for a person, or null if there is room for what a poll may read.
     */
    @Nullable
    public String whyFull() {
        if (held.size() >= MAX_HELD) {
            return held.size()
                   + " statuses wait for their exchanges to succeed; none are read until they do: see the route's errors";
        }
        if (responses.isFull()) {
            return "polling is paused, because " + responses.count() + " responses of the service with "
                   + responses.bytes()
                   + " bytes were not understood and are kept. Read them with readKeptResponse, check baseUrl and the service's version, then remove them with removeKeptResponses: polling continues automatically";
        }
        return null;
    }
}
