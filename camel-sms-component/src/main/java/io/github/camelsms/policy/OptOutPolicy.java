package io.github.camelsms.policy;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

import io.github.camelsms.MessageStoreAware;
import io.github.camelsms.SmsPolicy;
import io.github.camelsms.SmsVerdict;
import io.github.camelsms.engine.StoreCalls;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsStoreException;
import org.jspecify.annotations.Nullable;

/**
 * Policy that rejects messages to the numbers of the message store's opt-outs, with the code {@value #CODE}. It asks
 * once for the messages of a call. If the store fails, nothing is sent. Thread-safe.
 */
public final class OptOutPolicy implements SmsPolicy, MessageStoreAware {

    /** Code of a rejection. */
    public static final String CODE = "OPTED_OUT";

    private static final SmsVerdict REJECTED
            = SmsVerdict.reject(CODE, "the number is in the opt-outs of the message store");

    private volatile @Nullable MessageStore store;

    @Override
    public void setMessageStore(MessageStore messageStore) {
        store = messageStore;
    }

    /** Returns true unless a store was set. */
    @Override
    public boolean requiresMessageStore() {
        return store == null;
    }

    @Override
    public SmsVerdict check(SmsMessage message, Instant now) {
        return checkAll(List.of(message), now).get(0);
    }

    /**
     * @throws SmsStoreException     if the store fails
     * @throws IllegalStateException if there is no store
     */
    @Override
    public List<SmsVerdict> checkAll(List<SmsMessage> messages, Instant now) {
        MessageStore current = store;
        if (current == null) {
            throw new IllegalStateException(
                    "OptOutPolicy requires a message store: set the component option messageStore");
        }
        List<String> numbers = messages.stream().map(SmsMessage::destination).map(Objects::requireNonNull).distinct().toList();
        Set<String> optedOut = new HashSet<>();
        for (List<String> portion : StoreCalls.portions(numbers)) {
            optedOut.addAll(StoreCalls.await(current.optOuts().contained(portion)));
        }
        return messages.stream().map(message -> optedOut.contains(message.destination()) ? REJECTED : SmsVerdict.allow())
                .toList();
    }
}
