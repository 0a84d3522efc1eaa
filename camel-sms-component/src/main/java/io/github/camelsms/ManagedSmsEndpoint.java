package io.github.camelsms;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.github.camelsms.account.AccountUser;
import io.github.camelsms.account.SmsAccount;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.observe.AccountManagement;
import io.github.camelsms.observe.KeptResponse;
import io.github.camelsms.observe.KeptResponses;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsOperated;
import io.github.camelsms.store.SmsStoredMessage;
import org.jspecify.annotations.Nullable;

import org.apache.camel.api.management.ManagedAttribute;
import org.apache.camel.api.management.ManagedOperation;
import org.apache.camel.api.management.ManagedResource;
import org.apache.camel.support.ScheduledPollEndpoint;

/**
 * JMX attributes and operations of an endpoint and its account. The counts of an account that is not in use are zero.
 */
@ManagedResource(description = "SMS endpoint, with the figures of its account")
public abstract class ManagedSmsEndpoint extends ScheduledPollEndpoint {

    ManagedSmsEndpoint(String uri, SmsComponent component) {
        super(uri, component);
    }

    @Override
    public SmsComponent getComponent() {
        return (SmsComponent) super.getComponent();
    }

    @ManagedAttribute(description = "The account, as user@host")
    public String getAccount() {
        return user().account().label();
    }

    @ManagedAttribute(description = "Whether the account sends: UNUSED, RUNNING, SUSPENDED, HALTED or TROUBLED")
    public String getSending() {
        return AccountManagement.sending(account());
    }

    /** Returns why messages are not being sent, or null if they are. Contains no phone number and no text. */
    @ManagedAttribute(description = "Why messages are not being sent, or null if they are")
    public @Nullable String getTrouble() {
        return AccountManagement.trouble(account());
    }

    @ManagedAttribute(description = "Messages that wait to be sent, including those beyond the queue's capacity")
    public int getPendingMessages() {
        return AccountManagement.pending(account());
    }

    @ManagedAttribute(description = "Send requests in flight")
    public int getRequestsInFlight() {
        return AccountManagement.inFlight(account());
    }

    @ManagedAttribute(description = "Age of the oldest message in the queue, in milliseconds")
    public long getOldestMessageMillis() {
        return AccountManagement.oldestMillis(account());
    }

    /** Returns the estimated time to drain the queue at the recent pace, in milliseconds. */
    @ManagedAttribute(description = "Estimated time to drain the queue at the recent pace, in milliseconds")
    public long getDrainMillis() {
        return AccountManagement.drainMillis(account());
    }

    @ManagedAttribute(description = "Recent time between two requests while messages wait, in milliseconds")
    public long getUsualGapMillis() {
        return AccountManagement.usualGapMillis(account());
    }

    @ManagedAttribute(description = "Messages accepted since the start")
    public long getAcceptedMessages() {
        return AccountManagement.messages(account(), SmsOutcome.ACCEPTED);
    }

    @ManagedAttribute(description = "Messages rejected since the start")
    public long getRejectedMessages() {
        return AccountManagement.messages(account(), SmsOutcome.REJECTED);
    }

    @ManagedAttribute(description = "Messages not sent since the start")
    public long getNotSentMessages() {
        return AccountManagement.messages(account(), SmsOutcome.NOT_SENT);
    }

    @ManagedAttribute(description = "Messages of unknown outcome since the start")
    public long getUnknownMessages() {
        return AccountManagement.messages(account(), SmsOutcome.UNKNOWN);
    }

    @ManagedAttribute(description = "Messages in the state WAITING in the message store, on all nodes")
    public long getStoredWaitingMessages() {
        return AccountManagement.stored(account(), SmsMessageState.WAITING);
    }

    @ManagedAttribute(description = "Age of the oldest message in the message store that could be sent, in milliseconds")
    public long getStoredOldestMessageMillis() {
        return AccountManagement.storedOldestMillis(account());
    }

    @ManagedAttribute(description = "Messages in the state UNKNOWN in the message store; they are looked up by date")
    public long getStoredUnknownMessages() {
        return AccountManagement.stored(account(), SmsMessageState.UNKNOWN);
    }

    @ManagedAttribute(description = "Messages in the state PARKED in the message store; resend or settle them with sms:messages")
    public long getStoredParkedMessages() {
        return AccountManagement.stored(account(), SmsMessageState.PARKED);
    }

    /** Returns the node that owns the account in the message store, or null without an owner or a store. */
    @ManagedAttribute(description = "Node that owns the account in the message store and sends for it, or null")
    public @Nullable String getOwner() {
        return AccountManagement.owner(account());
    }

    @ManagedAttribute(description = "Whether this node owns the account in the message store")
    public boolean isAccountOwner() {
        return AccountManagement.isOwner(account());
    }

    /** Returns when this node learned of the current owner, as ISO-8601 in UTC, or null. */
    @ManagedAttribute(description = "When this node learned of the current owner, or null")
    public @Nullable String getOwnedSince() {
        return AccountManagement.ownedSince(account());
    }

    @ManagedAttribute(description = "Throttled requests (429) since the start")
    public long getThrottledRequests() {
        return AccountManagement.throttledRequests(account());
    }

    @ManagedAttribute(description = "Statuses read by polling since the start")
    public long getPolledStatuses() {
        return AccountManagement.polledStatuses(account());
    }

    /** Returns the time of the last successful poll for statuses, as ISO-8601 in UTC, or null. */
    @ManagedAttribute(description = "Time of the last successful poll for statuses, or null")
    public @Nullable String getLastPoll() {
        return AccountManagement.lastPoll(account());
    }

    /**
     * Suspends sending until {@link #resumeSending()} or until the component stops. Requests in flight are completed.
     */
    @ManagedOperation(description = "Suspend sending for the account until it is resumed; messages wait")
    public void suspendSending() {
        getComponent().accounts().suspendSending(user());
    }

    /** Resumes sending after {@link #suspendSending()}. */
    @ManagedOperation(description = "Resume sending for the account")
    public void resumeSending() {
        Optional.ofNullable(account()).ifPresent(SmsAccount::resumeSending);
    }

    @ManagedAttribute(description = "Responses to polls that were not understood and are kept; polling pauses at 100")
    public int getKeptResponses() {
        return keptResponses().map(KeptResponses::count).orElse(0);
    }

    @ManagedAttribute(description = "Bytes of all kept responses; polling pauses above 15 MiB")
    public long getKeptResponseBytes() {
        return keptResponses().map(KeptResponses::bytes).orElse(0L);
    }

    /**
     * Returns one line for each response to a poll of this account that was not understood and is kept, oldest first:
     * number, time, size and reason. They survive a restart of the route, but not of the component.
     */
    @ManagedOperation(description = "Number, time, size and reason of each kept response, oldest first")
    public List<String> listKeptResponses() {
        return keptResponses().stream().flatMap(kept -> kept.list().stream()).map(KeptResponse::toString).toList();
    }

    /**
     * Returns a kept response as the service sent it. It may hold phone numbers and texts: do not log it.
     *
     * @param  number number from {@link #listKeptResponses()}
     * @return        the response, or null if none with this number is kept
     */
    @ManagedOperation(description = "A kept response as the service sent it; it may hold phone numbers and texts")
    public @Nullable String readKeptResponse(long number) {
        return keptResponses().map(kept -> kept.find(number)).map(KeptResponse::text).orElse(null);
    }

    /**
     * Removes kept responses. If polling has paused because of them, the next poll continues.
     *
     * @param  upToNumber number of the last one to remove; newer ones stay
     * @return            number of removed responses
     */
    @ManagedOperation(description = "Remove the kept response with this number and all older ones; paused polling continues")
    public int removeKeptResponses(long upToNumber) {
        int removed = keptResponses().map(kept -> kept.removeUpTo(upToNumber)).orElse(0);
        getComponent().accounts().sweepLater();
        return removed;
    }

    /** Returns the number of the account's stored messages by the name of their state. */
    @ManagedOperation(description = "Number of the account's stored messages in each state")
    public Map<String, Long> countMessages() {
        Map<String, Long> counts = new LinkedHashMap<>();
        storedMessages().count().forEach((state, count) -> counts.put(state.name(), count));
        return counts;
    }

    /**
     * Returns a stored message as text, with the last four digits of its number and without its text; null if not
     * stored.
     */
    @ManagedOperation(description = "A stored message by its correlation id, without its text and with a masked number")
    public @Nullable String findMessage(@Nullable String correlationId) {
        if (correlationId == null || correlationId.isBlank()) {
            throw new IllegalArgumentException("No correlation id is given: give that of one message");
        }
        SmsStoredMessage found = storedMessages().find(correlationId);
        return found == null ? null : found.toString();
    }

    /**
     * Returns stored messages that are PARKED, NOT_SENT, REJECTED or CANCELLED to the queue.
     *
     * @param  correlationIds ids separated by commas
     * @return                one line for each message
     */
    @ManagedOperation(description = "Send PARKED, NOT_SENT, REJECTED or CANCELLED messages again, by ids separated by commas")
    public List<String> resendMessages(@Nullable String correlationIds) {
        return lines(storedMessages().resend(ids(correlationIds)));
    }

    /**
     * Cancels stored messages that are waiting.
     *
     * @param  correlationIds ids separated by commas
     * @param  reason         reason to store, or null
     * @return                one line for each message
     */
    @ManagedOperation(description = "Cancel waiting messages, by ids separated by commas, with an optional reason")
    public List<String> cancelMessages(@Nullable String correlationIds, @Nullable String reason) {
        return lines(storedMessages().cancel(ids(correlationIds), reason));
    }

    /**
     * Settles stored messages that are UNKNOWN or PARKED.
     *
     * @param  correlationIds ids separated by commas
     * @param  outcome        ACCEPTED, REJECTED or NOT_SENT
     * @param  reason         reason to store, or null
     * @return                one line for each message
     */
    @ManagedOperation(description = "Settle UNKNOWN or PARKED messages, by ids separated by commas, as ACCEPTED, REJECTED or NOT_SENT, with an optional reason")
    public List<String> settleMessages(@Nullable String correlationIds, @Nullable String outcome, @Nullable String reason) {
        return lines(storedMessages().settle(ids(correlationIds), outcome, reason));
    }

    /** Removes finished messages of all accounts that are older than the store's retention; returns their number. */
    @ManagedOperation(description = "Remove finished messages of all accounts that are older than the store's retention")
    public long purgeMessages() {
        return storedMessages().purge();
    }

    /** Erases a phone number from the stored messages of all accounts; returns the number of messages. */
    @ManagedOperation(description = "Erase a phone number from the stored messages of all accounts")
    public long eraseNumber(@Nullable String number) {
        return storedMessages().erase(number);
    }

    private static List<String> ids(@Nullable String correlationIds) {
        String given = correlationIds == null ? "" : correlationIds;
        List<String> ids = Arrays.stream(given.split(",")).map(String::strip).filter(id -> !id.isEmpty()).toList();
        if (ids.isEmpty()) {
            throw new IllegalArgumentException(
                    "No correlation id is given, and nothing was changed: give ids separated by commas");
        }
        return ids;
    }

    private static List<String> lines(List<SmsOperated> operated) {
        return operated.stream().map(SmsOperated::toString).toList();
    }

    /**
     * Returns the operations on the account's stored messages.
     *
     * @throws IllegalArgumentException if the component has no message store
     */
    StoredMessageOperations storedMessages() {
        return new StoredMessageOperations(this);
    }

    /** Returns the endpoint's account and settings. */
    abstract AccountUser user();

    /** Returns the endpoint's account, or null if it is not in use. */
    abstract @Nullable SmsAccount account();

    /**
     * Returns the message store.
     *
     * @param  feature                  what needs it, for the error
     * @throws IllegalArgumentException if the component has none
     */
    MessageStore requireStore(String feature) {
        MessageStore store = getComponent().getMessageStore();
        if (store == null) {
            throw new IllegalArgumentException(
                    feature + " requires a message store: add a bean of class io.github.camelsms.store.jdbc.JdbcMessageStore (camel-sms-store-jdbc), or set the component option messageStore");
        }
        return store;
    }

    private Optional<KeptResponses> keptResponses() {
        return Optional.ofNullable(account()).map(account -> account.statuses().responses());
    }
}
