package io.github.camelsms;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.github.camelsms.account.AccountUser;
import io.github.camelsms.account.SmsAccount;
import io.github.camelsms.messages.StoredMessageOperations;
import io.github.camelsms.observe.KeptResponse;
import io.github.camelsms.observe.KeptResponses;
import io.github.camelsms.observe.Ownership;
import io.github.camelsms.observe.SendFigures;
import io.github.camelsms.store.SmsOperated;
import io.github.camelsms.store.SmsStoredMessage;
import org.jspecify.annotations.Nullable;

import org.apache.camel.api.management.ManagedAttribute;
import org.apache.camel.api.management.ManagedOperation;
import org.apache.camel.api.management.ManagedResource;
import org.apache.camel.support.ScheduledPollEndpoint;

/**
 * JMX attributes and operations of an endpoint and its account: its state, what the operations act on, and its owner.
 * The metrics have the counts and times.
 */
@ManagedResource(description = "SMS endpoint, with the state of its account")
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

    @ManagedAttribute(description = "Whether the account sends: UNUSED, RUNNING, SUSPENDED, THROTTLED, HALTED or TROUBLED")
    public String getSending() {
        return SendFigures.sending(figures().orElse(null));
    }

    /** Returns why messages are not being sent, or null if they are. Contains no phone number. */
    @ManagedAttribute(description = "Why messages are not being sent, or null if they are")
    public @Nullable String getTrouble() {
        return figures().map(SendFigures::trouble).orElse(null);
    }

    @ManagedAttribute(description = "Messages that wait to be sent, including those beyond the queue's capacity")
    public int getPendingMessages() {
        return figures().map(SendFigures::waiting).orElse(0);
    }

    @ManagedAttribute(description = "Send requests in flight")
    public int getRequestsInFlight() {
        return figures().map(SendFigures::requestsInFlight).orElse(0);
    }

    /** Returns the node that owns the account in the message store, or null without an owner or a store. */
    @ManagedAttribute(description = "Node that owns the account in the message store and sends for it, or null")
    public @Nullable String getOwner() {
        return owner().map(Ownership.Owner::node).orElse(null);
    }

    @ManagedAttribute(description = "Whether this node owns the account in the message store")
    public boolean isAccountOwner() {
        return used().map(SmsAccount::ownership).map(Ownership::isOwner).orElse(false);
    }

    /** Returns when this node learned of the current owner, as ISO-8601 in UTC, or null. */
    @ManagedAttribute(description = "When this node learned of the current owner, or null")
    public @Nullable String getOwnedSince() {
        return owner().map(owner -> owner.since().toString()).orElse(null);
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
        used().ifPresent(SmsAccount::resumeSending);
    }

    @ManagedAttribute(description = "Unreadable responses to polls that are kept; polling pauses at 100")
    public int getKeptResponses() {
        return used().map(SmsAccount::keptResponses).map(KeptResponses::count).orElse(0);
    }

    @ManagedAttribute(description = "Bytes of all kept responses; polling pauses above 15 MiB")
    public long getKeptResponseBytes() {
        return used().map(SmsAccount::keptResponses).map(KeptResponses::bytes).orElse(0L);
    }

    /**
     * Returns one line for each kept unreadable response to a poll of this account, oldest first: number, time, size
     * and reason. They survive a restart of the route, but not of the component.
     */
    @ManagedOperation(description = "Number, time, size and reason of each kept response, oldest first")
    public List<String> listKeptResponses() {
        return used().map(SmsAccount::keptResponses).stream().flatMap(kept -> kept.list().stream()).map(KeptResponse::toString)
                .toList();
    }

    /**
     * Returns a kept response as the service sent it. It may hold phone numbers and texts: do not log it.
     *
     * @param  number number from {@link #listKeptResponses()}
     * @return        the response, or null if none with this number is kept
     */
    @ManagedOperation(description = "A kept response as the service sent it; it may hold phone numbers and texts")
    public @Nullable String readKeptResponse(long number) {
        return used().map(SmsAccount::keptResponses).map(kept -> kept.find(number)).map(KeptResponse::text).orElse(null);
    }

    /**
     * Removes kept responses. If polling has paused because of them, the next poll continues.
     *
     * @param  upToNumber number of the last one to remove; newer ones stay
     * @return            number of removed responses
     */
    @ManagedOperation(description = "Remove the kept response with this number and all older ones; paused polling continues")
    public int removeKeptResponses(long upToNumber) {
        int removed = used().map(SmsAccount::keptResponses).map(kept -> kept.removeUpTo(upToNumber)).orElse(0);
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
    @ManagedOperation(description = "Resend messages that are PARKED, NOT_SENT, REJECTED or CANCELLED, by ids separated by commas")
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

    /** Returns the operations on the account's stored messages; throws an exception without a message store. */
    abstract StoredMessageOperations storedMessages();

    /** Returns the endpoint's account and settings. */
    abstract AccountUser user();

    /** Returns the endpoint's account, or null if it is not in use. */
    abstract @Nullable SmsAccount account();

    private Optional<SmsAccount> used() {
        return Optional.ofNullable(account());
    }

    private Optional<SendFigures> figures() {
        return used().map(SmsAccount::sending);
    }

    private Optional<Ownership.Owner> owner() {
        return used().map(SmsAccount::ownership).map(Ownership::owner);
    }
}
