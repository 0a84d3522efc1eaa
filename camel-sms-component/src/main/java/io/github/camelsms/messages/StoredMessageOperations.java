package io.github.camelsms.messages;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.github.camelsms.SmsConstants;
import io.github.camelsms.account.EndpointAccount;
import io.github.camelsms.account.SmsAccount;
import io.github.camelsms.engine.StoreCalls;
import io.github.camelsms.model.Count;
import io.github.camelsms.model.OneLine;
import io.github.camelsms.model.SafeText;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.ownership.OwnedAccount;
import io.github.camelsms.store.MessageOperations;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsHint;
import io.github.camelsms.store.SmsMessageFilter;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsOperated;
import io.github.camelsms.store.SmsStoreException;
import io.github.camelsms.store.SmsStoredMessage;
import io.github.camelsms.text.NumberRules;
import org.jspecify.annotations.Nullable;

/**
 * Operations on the stored messages of one account, for routes and for JMX. They work in small transactions, so that
 * sending does not wait long, and block the caller for a bounded time. Thread-safe.
 */
public final class StoredMessageOperations {

    private static final Duration ERASE_TIMEOUT = Duration.ofHours(1);
    private static final int MAX_REASON_LENGTH = 500;

    private final EndpointAccount endpointAccount;
    private final MessageStore store;
    /** Name of the account in the store. */
    private final String account;
    private final NumberRules numbers;

    /**
     * @throws IllegalArgumentException if the component has no message store
     */
    public StoredMessageOperations(EndpointAccount endpointAccount, NumberRules numbers) {
        this.endpointAccount = endpointAccount;
        this.store = endpointAccount.requireStore("sms:messages");
        this.account = endpointAccount.label();
        this.numbers = numbers;
    }

    /** Returns the stored messages with these ids, in the order of the ids. Unknown ids are skipped. */
    public List<SmsStoredMessage> find(List<String> ids) {
        List<SmsStoredMessage> all = new ArrayList<>();
        inPortions(ids, portion -> operations().find(account, portion), all);
        Map<String, SmsStoredMessage> found = all.stream()
                .collect(Collectors.toMap(SmsStoredMessage::correlationId, Function.identity(), (first, second) -> second));
        return ids.stream().distinct().map(found::get).filter(Objects::nonNull).toList();
    }

    @Nullable
    public SmsStoredMessage find(String id) {
        return find(List.of(id)).stream().findFirst().orElse(null);
    }

    /**
     * Returns the messages that match a filter, in the order of their outcomes. The iterator reads them page by page
     * and is not thread-safe. It blocks while it reads a page, and throws a {@link SmsStoreException} if that fails.
     */
    public Iterator<SmsStoredMessage> find(SmsMessageFilter filter) {
        return new FoundMessages(
                after -> StoreCalls.await(operations().find(account, filter, after, MessageOperations.MAX_PAGE_SIZE)));
    }

    public Map<SmsMessageState, Long> count() {
        return StoreCalls.await(operations().count(account));
    }

    public List<SmsOperated> resend(List<String> ids) {
        return change("resend", ids, portion -> operations().resend(account, portion), this::notifyOwner);
    }

    /**
     * @param reason reason to store, or null for a default
     */
    public List<SmsOperated> cancel(List<String> ids, @Nullable String reason) {
        String stored = reason(reason, "cancelled by an operator; it was not sent");
        return change("cancel", ids, portion -> operations().cancel(account, portion, stored), this::notifyCallers);
    }

    /**
     * @param  outcome                  name of the outcome
     * @param  reason                   reason to store, or null for a default
     * @throws IllegalArgumentException if the outcome does not settle a message
     */
    public List<SmsOperated> settle(List<String> ids, @Nullable String outcome, @Nullable String reason) {
        SmsOutcome settled = outcome(outcome);
        String stored = reason(reason, "settled by an operator");
        return change("settle", ids, portion -> operations().settle(account, portion, settled, stored), this::notifyCallers);
    }

    /** Removes finished messages of all accounts that are older than the store's retention; returns their number. */
    public long purge() {
        long removed = 0;
        boolean hasMore = true;
        while (hasMore) {
            try {
                int count = StoreCalls.await(operations().purge(StoreCalls.MAX_ITEMS));
                removed += count;
                hasMore = count >= StoreCalls.MAX_ITEMS;
            } catch (SmsStoreException e) {
                throw removed == 0 ? e : ended("purge", Count.of(removed, "message was", "messages were") + " removed", "", e);
            }
        }
        return removed;
    }

    /**
     * Erases a phone number from the messages of all accounts, with and without the ninth digit.
     *
     * @param  number                   number in any form that a destination can have
     * @return                          number of messages that had it
     * @throws IllegalArgumentException if it is not a phone number
     */
    public long erase(@Nullable String number) {
        String destination = numbers.ofSent(number);
        if (destination == null) {
            throw new IllegalArgumentException(
                    "operation=erase needs a phone number in the header " + SmsConstants.DESTINATION
                                               + ": give area code and number, 10 or 11 digits. Nothing was erased");
        }
        long erased = 0;
        try {
            for (String spelling : numbers.spellings(destination)) {
                erased += StoreCalls.await(operations().erase(spelling), ERASE_TIMEOUT);
            }
            return erased;
        } catch (SmsStoreException e) {
            throw erased == 0 ? e : ended("erase", Count.of(erased, "message was", "messages were") + " erased", "", e);
        } finally {
            // Messages that waited are cancelled, also by a call that fails later.
            notifyCallersOfAllAccounts();
        }
    }

    /**
     * @throws IllegalArgumentException if there is no such outcome, or it is UNKNOWN
     */
    static SmsOutcome outcome(@Nullable String name) {
        for (SmsOutcome outcome : SmsOutcome.values()) {
            if (outcome != SmsOutcome.UNKNOWN && outcome.name().equals(name)) {
                return outcome;
            }
        }
        throw new IllegalArgumentException(
                "operation=settle needs the outcome ACCEPTED, REJECTED or NOT_SENT in the header " + SmsConstants.OUTCOME
                                           + ", not " + (name == null ? "none" : OneLine.of(name, 50))
                                           + ". Nothing was changed");
    }

    private static String reason(@Nullable String given, String defaultReason) {
        return given == null || given.isBlank() ? defaultReason : OneLine.of(given, MAX_REASON_LENGTH);
    }

    /** Changes messages, and notifies waiting callers even if a later portion fails. */
    private List<SmsOperated> change(
            String operation, List<String> ids, Function<List<String>, CompletionStage<List<SmsOperated>>> call,
            Runnable onChanged) {
        List<SmsOperated> operated = new ArrayList<>();
        try {
            inPortions(ids, call, operated);
        } catch (SmsStoreException e) {
            if (!operated.isEmpty() || e.isUncertain()) {
                onChanged.run();
            }
            long changed = operated.stream().filter(SmsOperated::isChanged).count();
            throw operated.isEmpty()
                    ? e : ended(
                            operation, operated.size() + " of " + Count.of(new HashSet<>(ids).size(), "message"),
                            ", " + Count.of(changed, "of which was", "of which were") + " changed", e);
        }
        onChanged.run();
        return operated;
    }

    private static <T> void inPortions(List<String> ids, Function<List<String>, CompletionStage<List<T>>> call, List<T> all) {
        for (List<String> portion : StoreCalls.portions(ids.stream().distinct().toList())) {
            all.addAll(StoreCalls.await(call.apply(portion)));
        }
    }

    private static SmsStoreException ended(String operation, String done, String changed, SmsStoreException cause) {
        return new SmsStoreException(
                "operation=" + operation + " ended after " + done + changed + "; it can be repeated for all. "
                                     + SafeText.message(cause),
                true, cause);
    }

    private void notifyOwner() {
        hint(SmsHint.WAITING, OwnedAccount::wakeOwner);
    }

    private void notifyCallers() {
        hint(SmsHint.SETTLED, OwnedAccount::messagesSettled);
    }

    private void notifyCallersOfAllAccounts() {
        notifyCallers();
        SmsAccount own = endpointAccount.current();
        endpointAccount.accounts().all().stream().filter(other -> !other.equals(own))
                .map(SmsAccount::stored).filter(Objects::nonNull).forEach(OwnedAccount::messagesSettled);
    }

    /**
     * Sends a hint about the account.
     *
     * @param local sends it if this process uses the account
     */
    private void hint(SmsHint hint, Consumer<OwnedAccount> local) {
        SmsAccount used = endpointAccount.current();
        OwnedAccount stored = used == null ? null : used.stored();
        if (stored != null) {
            local.accept(stored);
        } else {
            StoreCalls.hint(store, account, hint);
        }
    }

    private MessageOperations operations() {
        return store.operations();
    }
}
