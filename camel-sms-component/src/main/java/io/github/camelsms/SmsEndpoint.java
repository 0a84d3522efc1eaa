package io.github.camelsms;

import java.util.HashMap;
import java.util.Map;

import io.github.camelsms.account.AccountUser;
import io.github.camelsms.account.EndpointAccount;
import io.github.camelsms.account.SmsAccount;
import io.github.camelsms.account.SmsAccounts;
import io.github.camelsms.client.ShownAddress;
import io.github.camelsms.consume.RoutingConsumer;
import io.github.camelsms.messages.SmsMessagesProducer;
import io.github.camelsms.messages.StoredMessageOperations;
import io.github.camelsms.options.SmsOptions;
import io.github.camelsms.optout.SmsOptOutProducer;
import io.github.camelsms.results.SmsResultsConsumer;
import io.github.camelsms.send.DryRunProducer;
import io.github.camelsms.send.SmsSendProducer;
import io.github.camelsms.status.SmsStatusConsumer;
import io.github.camelsms.status.SmsStatusProducer;
import io.github.camelsms.status.StatusPollConsumer;
import io.github.camelsms.status.StoredStatusConsumer;
import io.github.camelsms.store.MessageStore;
import org.jspecify.annotations.Nullable;

import org.apache.camel.AsyncEndpoint;
import org.apache.camel.Category;
import org.apache.camel.Consumer;
import org.apache.camel.PollingConsumer;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.spi.EndpointServiceLocation;
import org.apache.camel.spi.InterceptSendToEndpoint;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriPath;
import org.apache.camel.support.EndpointHelper;
import org.apache.camel.util.StringHelper;

/**
 * Send SMS in paced batches through an HTTP messaging service, and read their delivery statuses.
 */
@UriEndpoint(firstVersion = "0.1.0", scheme = "sms", title = "SMS", syntax = "sms:resource",
             category = { Category.MOBILE, Category.MESSAGING }, headersClass = SmsConstants.class)
public class SmsEndpoint extends ManagedSmsEndpoint implements AsyncEndpoint, EndpointServiceLocation {

    /** Milliseconds between two polls; Camel's default of 500 is too frequent for an external service. */
    static final long DEFAULT_DELAY = 5_000;
    /** Milliseconds between two polls of the message store. */
    static final long DEFAULT_RESULTS_DELAY = 500;
    /** Value of the option scheduler for Camel's default scheduler. */
    private static final String NO_SCHEDULER = "none";

    @UriPath(enums = "send,status,results,messages,opt-out")
    @Metadata(required = true,
              description = "send, to send messages; status, to read their delivery statuses; results, to consume the outcomes of stored messages; messages, to find and change stored messages; or opt-out, for the numbers that must not receive messages.")
    private SmsResource resource;
    @UriParam
    private SmsConfiguration configuration;
    @UriParam(label = "producer", enums = "find,count,resend,cancel,settle,purge,erase,add,remove,import")
    @Metadata(description = "Operation of sms:messages: find, count, resend, cancel, settle, purge or erase; or of sms:opt-out: add, remove, find or import.")
    private @Nullable SmsOperation operation;
    @UriParam(defaultValue = "" + DEFAULT_DELAY, label = "consumer,scheduler",
              description = "Milliseconds before the next poll. The default of sms:results is 500, because it polls the message store only.")
    private long delay;
    private final EndpointAccount account = new OwnAccount();

    public SmsEndpoint(String uri, SmsComponent component, SmsResource resource, SmsConfiguration configuration) {
        super(uri, component);
        this.resource = resource;
        this.configuration = configuration;
        this.delay = resource == SmsResource.results ? DEFAULT_RESULTS_DELAY : DEFAULT_DELAY;
        super.setDelay(delay);
    }

    @Override
    protected void doStart() throws Exception {
        getComponent().checkStore();
        super.doStart();
    }

    @Override
    public Producer createProducer() throws Exception {
        return switch (resource) {
            case send -> configuration.isDryRun()
                    ? new DryRunProducer(this, configuration, account, getComponent()::getPolicies)
                    : new SmsSendProducer(this, configuration, account);
            case status -> new SmsStatusProducer(this, configuration, account);
            case results -> throw new IllegalArgumentException(
                    "sms:results cannot be sent to: use from(\"sms:results\")");
            case messages -> new SmsMessagesProducer(
                    this, SmsOperation.of(resource, operation), configuration, account);
            case optOut -> new SmsOptOutProducer(this, SmsOperation.of(resource, operation), configuration, account);
        };
    }

    @Override
    public Consumer createConsumer(Processor processor) throws Exception {
        boolean hasOwnScheduler = getScheduler() != null && !getScheduler().equals(NO_SCHEDULER);
        if (delay <= 0 && !hasOwnScheduler) {
            throw new IllegalArgumentException(
                    "Option delay=" + delay + " is out of range: give a duration above zero, for example 5s");
        }
        RoutingConsumer consumer = switch (resource) {
            case send, messages, optOut -> throw notConsumable();
            case status -> statusConsumer(processor);
            case results -> new SmsResultsConsumer(this, configuration, account, processor);
        };
        configureConsumer(consumer);
        return consumer;
    }

    private IllegalArgumentException notConsumable() {
        return new IllegalArgumentException(
                "sms:" + resource + " cannot be consumed from: use to(\"sms:" + resource
                                            + "\"), from(\"sms:status\") or from(\"sms:results\")");
    }

    private StatusPollConsumer statusConsumer(Processor processor) {
        if (configuration.getQuery() == SmsStatusQuery.byDate) {
            throw new IllegalArgumentException(
                    "Option query=byDate cannot be consumed from, because each query needs its date: use to(\"sms:status?query=byDate\") with the header "
                                               + SmsConstants.DATE);
        }
        if (configuration.isBatching()) {
            account.requireStore("Option batching=true");
        }
        return getComponent().getMessageStore() == null
                ? new SmsStatusConsumer(this, configuration, account, processor)
                : new StoredStatusConsumer(this, configuration, account, processor);
    }

    /**
     * Fails, because Camel's polling consumer, as used by <code>pollEnrich</code>, <code>poll</code> and a
     * <code>ConsumerTemplate</code>, takes more exchanges than it returns. The others would be acknowledged, and lost.
     */
    @Override
    public PollingConsumer createPollingConsumer() {
        if (resource == SmsResource.send || resource == SmsResource.messages || resource == SmsResource.optOut) {
            throw notConsumable();
        }
        throw new IllegalArgumentException(
                "sms:" + resource
                                           + " cannot be read with pollEnrich, poll or a ConsumerTemplate, because they would acknowledge, and lose, what they do not return. Nothing was read: use from(\"sms:status\"), from(\"sms:results\") or to(\"sms:status\")");
    }

    /** Returns what the endpoint does. */
    public SmsResource getResource() {
        return resource;
    }

    public void setResource(SmsResource resource) {
        this.resource = resource;
    }

    /** Returns the operation of an <code>sms:messages</code> or <code>sms:opt-out</code> endpoint, otherwise null. */
    public @Nullable SmsOperation getOperation() {
        return operation;
    }

    public void setOperation(@Nullable SmsOperation operation) {
        this.operation = operation;
    }

    /** Returns the endpoint's own options. Changes after its producers and consumers have started have no effect. */
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
            metadata.put("username", username.strip());
        }
        return metadata;
    }

    @Override
    StoredMessageOperations storedMessages() {
        return new StoredMessageOperations(account, SmsOptions.numbers(configuration));
    }

    @Override
    @Nullable
    SmsAccount account() {
        return SmsOptions.isComplete(configuration) ? getComponent().find(this) : null;
    }

    @Override
    AccountUser user() {
        return SmsOptions.user(
                toString(), StringHelper.before(getEndpointUri(), ":"), configuration,
                getComponent().isHealthCheckProducerEnabled(), configuration.explicit());
    }

    /** Returns the account for this endpoint's producers and consumers. */
    EndpointAccount endpointAccount() {
        return account;
    }

    /** Account of this endpoint for its producers and consumers. */
    private final class OwnAccount implements EndpointAccount {

        @Override
        public String label() {
            return getAccount();
        }

        @Override
        public AccountUser user() {
            return SmsEndpoint.this.user();
        }

        @Override
        public @Nullable SmsAccount current() {
            return account();
        }

        @Override
        public SmsAccounts accounts() {
            return getComponent().accounts();
        }

        @Override
        public @Nullable MessageStore store() {
            return getComponent().getMessageStore();
        }

        @Override
        public boolean isMocked() {
            if (SmsOptions.isComplete(configuration)) {
                return false;
            }
            boolean isIntercepted
                    = getCamelContext().hasEndpoint(getEndpointUri()) instanceof InterceptSendToEndpoint intercepted
                            && intercepted.isSkip();
            return isIntercepted
                    || getCamelContext().getCamelContextExtension().getAutoMockInterceptStrategies().stream().anyMatch(
                            mocks -> mocks.isSkip()
                                    && EndpointHelper.matchEndpoint(
                                            getCamelContext(), getEndpointUri(), mocks.getPattern()));
        }

        @Override
        public void outcomesAreKept() throws Exception {
            getComponent().outcomesAreKept(getAccount());
        }

        @Override
        public String toString() {
            return SmsEndpoint.this.toString();
        }
    }
}
