package io.github.camelsms;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.github.camelsms.account.AccountStore;
import io.github.camelsms.account.SmsAccount;
import io.github.camelsms.client.ShownAddress;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.observe.AccountManagement;
import io.github.camelsms.observe.KeptResponse;
import io.github.camelsms.observe.KeptResponses;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsHint;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsOperated;
import io.github.camelsms.store.SmsStoredMessage;
import org.jspecify.annotations.Nullable;

import org.apache.camel.Category;
import org.apache.camel.Consumer;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.api.management.ManagedAttribute;
import org.apache.camel.api.management.ManagedOperation;
import org.apache.camel.api.management.ManagedResource;
import org.apache.camel.spi.EndpointServiceLocation;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriPath;
import org.apache.camel.support.ScheduledPollEndpoint;

/**
 * Send SMS in paced batches through an HTTP messaging service, and read their delivery statuses.
 */
@ManagedResource(description = "SMS endpoint, with the figures of its account")
@UriEndpoint(firstVersion = "0.1.0", scheme = "sms", title = "SMS", syntax = "sms:resource",
             category = { Category.MOBILE, Category.MESSAGING }, headersClass = SmsConstants.class)
public class SmsEndpoint extends ScheduledPollEndpoint implements EndpointServiceLocation {

    /** Milliseconds between two polls; Camel's default of 500 is too frequent for an external service. */
    static final long DEFAULT_DELAY = 5_000;
    /** Milliseconds between two polls of the message store. */
    static final long DEFAULT_RESULTS_DELAY = 500;

    @UriPath
    @Metadata(required = true,
              description = "send, to send messages; status, to read their delivery statuses; results, to consume the outcomes of stored messages; or messages, to find and change stored messages.")
    private SmsResource resource;
    @UriParam
    private SmsConfiguration configuration;
    @UriParam(label = "producer")
    @Metadata(description = "Operation of sms:messages: find, count, resend, cancel, settle, purge or erase.")
    private @Nullable SmsMessagesOperation operation;
    @UriParam(defaultValue = "" + DEFAULT_DELAY, label = "consumer,scheduler",
              description = "Milliseconds before the next poll. The default of sms:results is 500, because it polls the message store only.")
    private long delay;

    public SmsEndpoint(String uri, SmsComponent component, SmsResource resource, SmsConfiguration configuration) {
        super(uri, component);
        this.resource = resource;
        this.configuration = configuration;
        this.delay = resource == SmsResource.results ? DEFAULT_RESULTS_DELAY : DEFAULT_DELAY;
        super.setDelay(delay);
    }

    @Override
    public Producer createProducer() throws Exception {
        return switch (resource) {
            case send -> new SmsSendProducer(this);
            case status -> new SmsStatusProducer(this);
            case results -> throw new IllegalArgumentException(
                    "sms:results cannot be sent to: use from(\"sms:results\")");
            case messages -> new SmsMessagesProducer(this);
        };
    }

    @Override
    public Consumer createConsumer(Processor processor) throws Exception {
        if (resource == SmsResource.send || resource == SmsResource.messages) {
            throw new IllegalArgumentException(
                    "sms:" + resource + " cannot be consumed from: use to(\"sms:" + resource
                                               + "\"), from(\"sms:status\") or from(\"sms:results\")");
        }
        if (resource == SmsResource.results) {
            SmsResultsConsumer results = new SmsResultsConsumer(this, processor);
            configureConsumer(results);
            return results;
        }
        if (configuration.getQuery() == SmsStatusQuery.byDate) {
            throw new IllegalArgumentException(
                    "Option query=byDate cannot be consumed from, because each query needs its date: use to(\"sms:status?query=byDate\") with the header "
                                               + SmsConstants.DATE);
        }
        if (configuration.isBatching()) {
            requireStore("Option batching=true");
        }
        StatusPollConsumer consumer = getComponent().getMessageStore() == null
                ? new SmsStatusConsumer(this, processor) : new StoredStatusConsumer(this, processor);
        configureConsumer(consumer);
        return consumer;
    }

    @Override
    public SmsComponent getComponent() {
        return (SmsComponent) super.getComponent();
    }

    public SmsResource getResource() {
        return resource;
    }

    public void setResource(SmsResource resource) {
        this.resource = resource;
    }

    public @Nullable SmsMessagesOperation getOperation() {
        return operation;
    }

    public void setOperation(@Nullable SmsMessagesOperation operation) {
        this.operation = operation;
    }

    public SmsConfiguration getConfiguration() {
        return configuration;
    }

    public void setConfiguration(SmsConfiguration configuration) {
        this.configuration = configuration;
    }

    @Override
    public long getDelay() {
        return delay;
    }

    /** Milliseconds before the next poll. */
    @Override
    public void setDelay(long delay) {
        super.setDelay(delay);
        this.delay = delay;
    }

    @ManagedAttribute(description = "The account, as user@host")
    public String getAccount() {
        return SmsOptions.user(this).account().label();
    }

    @ManagedAttribute(description = "Whether the account sends: UNUSED, RUNNING, SUSPENDED, HALTED or TROUBLED")
    public String getSending() {
        return AccountManagement.sending(account());
    }

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

    @ManagedAttribute(description = "Messages in the state UNKNOWN in the message store; they are looked up by date")
    public long getStoredUnknownMessages() {
        return AccountManagement.stored(account(), SmsMessageState.UNKNOWN);
    }

    @ManagedAttribute(description = "Messages in the state PARKED in the message store; resend or settle them with sms:messages")
    public long getStoredParkedMessages() {
        return AccountManagement.stored(account(), SmsMessageState.PARKED);
    }

    @ManagedAttribute(description = "Node that owns the account in the message store and sends for it, or null")
    public @Nullable String getOwner() {
        return AccountManagement.owner(account());
    }

    @ManagedAttribute(description = "Whether this node owns the account in the message store")
    public boolean isAccountOwner() {
        return AccountManagement.isOwner(account());
    }

    @ManagedAttribute(description = "When this node learned of the present owner, or null")
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

    @ManagedAttribute(description = "Time of the last successful poll for statuses, or null")
    public @Nullable String getLastPoll() {
        return AccountManagement.lastPoll(account());
    }

    @ManagedOperation(description = "Suspend sending for the account until it is resumed; messages wait")
    public void suspendSending() {
        getComponent().accounts().suspendSending(SmsOptions.user(this));
    }

    @ManagedOperation(description = "Resume sending for the account")
    public void resumeSending() {
        SmsAccount account = account();
        if (account != null) {
            account.resumeSending();
        }
    }

    @ManagedAttribute(description = "Responses to polls that were not understood and are kept; polling pauses at 100")
    public int getKeptResponses() {
        KeptResponses kept = keptResponses();
        return kept == null ? 0 : kept.count();
    }

    @ManagedAttribute(description = "Bytes of all kept responses; polling pauses above 15 MiB")
    public long getKeptResponseBytes() {
        KeptResponses kept = keptResponses();
        return kept == null ? 0 : kept.bytes();
    }

    /**
     * Returns one line for each response to a poll of this account that was not understood and is kept, oldest first:
     * number, time, size and reason. They survive a restart of the route, but not of the component.
     */
    @ManagedOperation(description = "Number, time, size and reason of each kept response, oldest first")
    public List<String> listKeptResponses() {
        KeptResponses kept = keptResponses();
        return kept == null ? List.of() : kept.list().stream().map(KeptResponse::toString).toList();
    }

    /**
     * Returns a kept response as the service sent it. It may hold phone numbers and texts: do not log it.
     *
     * @param  number number from {@link #listKeptResponses()}
     * @return        the response, or null if none with this number is kept
     */
    @ManagedOperation(description = "A kept response as the service sent it; it may hold phone numbers and texts")
    public @Nullable String readKeptResponse(long number) {
        KeptResponses kept = keptResponses();
        KeptResponse response = kept == null ? null : kept.find(number);
        return response == null ? null : response.text();
    }

    /**
     * Removes kept responses. If polling has paused because of them, the next poll continues.
     *
     * @param  upToNumber number of the last one to remove; newer ones stay
     * @return            number of removed responses
     */
    @ManagedOperation(description = "Remove the kept response with this number and all older ones; paused polling continues")
    public int removeKeptResponses(long upToNumber) {
        KeptResponses kept = keptResponses();
        int removed = kept == null ? 0 : kept.removeUpTo(upToNumber);
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
    public @Nullable String findMessage(String correlationId) {
        SmsStoredMessage found = storedMessages().find(correlationId);
        return found == null ? null : found.toString();
    }

    /**
     * Lets stored messages wait again that are PARKED, NOT_SENT, REJECTED or CANCELLED.
     *
     * @param  correlationIds ids separated by commas
     * @return                one line for each message
     */
    @ManagedOperation(description = "Send PARKED, NOT_SENT, REJECTED or CANCELLED messages again, by ids separated by commas")
    public List<String> resendMessages(String correlationIds) {
        return lines(storedMessages().resend(ids(correlationIds)));
    }

    /**
     * Cancels stored messages that wait.
     *
     * @param  correlationIds ids separated by commas
     * @param  reason         reason to store, or null
     * @return                one line for each message
     */
    @ManagedOperation(description = "Cancel messages that wait, by ids separated by commas, with an optional reason")
    public List<String> cancelMessages(String correlationIds, @Nullable String reason) {
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
    public List<String> settleMessages(String correlationIds, String outcome, @Nullable String reason) {
        return lines(storedMessages().settle(ids(correlationIds), outcome, reason));
    }

    /** Removes finished messages of all accounts that are older than the store's retention; returns their number. */
    @ManagedOperation(description = "Remove finished messages of all accounts that are older than the store's retention")
    public long purgeMessages() {
        return storedMessages().purge();
    }

    /** Erases a phone number from the stored messages of all accounts; returns the number of messages. */
    @ManagedOperation(description = "Erase a phone number from the stored messages of all accounts")
    public long eraseNumber(String number) {
        return storedMessages().erase(number);
    }

    private static List<String> ids(String correlationIds) {
        return Arrays.stream(correlationIds.split(",")).map(String::strip).filter(id -> !id.isEmpty()).toList();
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
        return new StoredMessageOperations(requireStore("sms:messages"), getAccount(), this::wakeOwner);
    }

    private void wakeOwner() {
        SmsAccount used = account();
        AccountStore stored = used == null ? null : used.stored();
        if (stored != null) {
            stored.wakeOwner();
        } else {
            requireStore("sms:messages").hint(getAccount(), SmsHint.WAITING);
        }
    }

    @Override
    public @Nullable String getServiceUrl() {
        String baseUrl = configuration.getBaseUrl();
        return baseUrl == null ? null : ShownAddress.of(baseUrl);
    }

    @Override
    public String getServiceProtocol() {
        return "http";
    }

    @Override
    public Map<String, String> getServiceMetadata() {
        Map<String, String> metadata = new HashMap<>();
        String username = configuration.getUsername();
        if (username != null) {
            metadata.put("username", username);
        }
        return metadata;
    }

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

    /**
     * Returns a field of a producer or consumer that is set when it starts.
     *
     * @param user producer or consumer, for the error
     */
    <T> T started(@Nullable T part, String user) {
        if (part == null) {
            throw new IllegalStateException("the " + user + " of " + this + " is not started");
        }
        return part;
    }

    private @Nullable KeptResponses keptResponses() {
        SmsAccount account = account();
        return account == null ? null : account.statuses().responses();
    }

    private @Nullable SmsAccount account() {
        return getComponent().find(this);
    }
}
