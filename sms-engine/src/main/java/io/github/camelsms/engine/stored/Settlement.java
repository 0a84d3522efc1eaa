package io.github.camelsms.engine.stored;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.camelsms.engine.StoreCalls;
import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.ownership.OwnedAccount;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsStoreException;
import io.github.camelsms.store.SmsStoredMessage;

/**
 * Calls to the message store that may settle messages. They block until the store has completed them, and then notify
 * the callers of the settled messages. Thread-safe.
 */
public final class Settlement {

    private Settlement() {
    }

    /** Listener for what an operator must look into. Lists may be empty. */
    public interface Listener {

        /**
         * Called with messages that were parked because of a delivery that can be of another request with their id.
         */
        default void inDoubt(List<SmsStoredMessage> messages) {
        }

        /** Called with a rejected message that was sent according to its delivery status. */
        default void contradicted(SmsStoredMessage message) {
        }
    }

    /**
     * Waits for a call that may settle messages, returns the messages that it has changed, and notifies the callers of
     * settled ones. If it is unknown whether the call was committed, they are notified, too. Messages that a delivery
     * in doubt has parked, and rejected ones that were sent according to their status, are published and not returned.
     *
     * @throws SmsStoreException if the call fails or does not complete in time
     */
    public static List<SmsStoredMessage> await(
            OwnedAccount account, Listener listener, CompletionStage<List<SmsStoredMessage>> stage) {
        CompletableFuture<List<SmsStoredMessage>> call = StoreCalls.start(() -> stage);
        try {
            List<SmsStoredMessage> changed = StoreCalls.await(call);
            if (changed.stream().anyMatch(message -> message.result() != null)) {
                account.messagesSettled();
            }
            listener.inDoubt(in(SmsMessageState.PARKED, changed));
            in(SmsMessageState.REJECTED, changed).forEach(listener::contradicted);
            return changed.stream()
                    .filter(message -> message.state() != SmsMessageState.PARKED && message.state() != SmsMessageState.REJECTED)
                    .toList();
        } catch (SmsStoreException e) {
            if (e.isUncertain()) {
                call.whenComplete((changed, failure) -> account.messagesSettled());
            }
            throw e;
        }
    }

    private static List<SmsStoredMessage> in(SmsMessageState state, List<SmsStoredMessage> messages) {
        return messages.stream().filter(message -> message.state() == state).toList();
    }

    /**
     * Records statuses of a query, and notifies the callers of messages that this settles.
     *
     * @return                   the number of settled messages
     * @throws SmsStoreException if the store fails; some of the statuses may have been recorded
     */
    public static int recordEvidence(OwnedAccount account, Listener listener, List<SmsStatus> found) {
        int settled = 0;
        for (List<SmsStatus> portion : StoreCalls.portions(found)) {
            settled += await(account, listener, account.store().statuses().recordEvidence(account.name(), portion)).size();
        }
        return settled;
    }
}
