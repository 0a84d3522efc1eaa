package io.github.camelsms.engine.world;

import java.time.Instant;
import java.util.List;
import java.util.Objects;

import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;

/** A request that left the engine. */
final class Flight {

    final List<Tracked> messages;
    final long departedAt;
    /** First response passed to the engine, when the engine processed it. */
    @Nullable
    SendResponse processed;
    long processedAt;
    /** The engine must retry its messages in smaller requests. */
    boolean isForSize;
    /** First response passed to the engine. */
    @Nullable
    SendResponse received;
    boolean arrived;
    /** Whether its first byte may have been sent. */
    boolean hasLeft = true;
    /** The sender threw an error, so that the engine must treat it as not connected. */
    boolean isNotStarted;

    Flight(List<Tracked> messages, long departedAt) {
        this.messages = messages;
        this.departedAt = departedAt;
    }

    Instant sentAt() {
        return Instant.EPOCH.plusNanos(departedAt);
    }

    /** Returns whether the service certainly did not accept the message, and the engine knows. */
    boolean maySendAgain(Tracked message) {
        if (processed instanceof SendResponse.Processed withResults) {
            return message.place < withResults.results().size() && isThrottled(withResults.results().get(message.place));
        }
        return isForSize || processed instanceof SendResponse.Withheld || processed instanceof SendResponse.Throttled
                || processed instanceof SendResponse.NotConnected;
    }

    /** Returns whether the service throttled it, or a part of it. */
    boolean isThrottled() {
        return processed instanceof SendResponse.Throttled
                || processed instanceof SendResponse.Processed withResults
                        && withResults.results().stream().anyMatch(Flight::isThrottled);
    }

    static boolean isThrottled(SmsSendResult item) {
        return item.outcome() == SmsOutcome.NOT_SENT
                && Objects.equals(item.code(), SmsSendResult.CODE_TOO_MANY_REQUESTS);
    }
}
