package io.github.camelsms;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;

import io.github.camelsms.account.KeptPaces;
import io.github.camelsms.account.SmsAccount;
import io.github.camelsms.account.SmsAccounts;
import io.github.camelsms.account.StoreUsers;
import io.github.camelsms.observe.ResultLog;
import io.github.camelsms.observe.SendFigures;
import io.github.camelsms.options.SmsOptions;
import io.github.camelsms.options.ValueChecks;
import io.github.camelsms.policy.PolicyChain;
import io.github.camelsms.store.MessageStore;
import org.jspecify.annotations.Nullable;

import org.apache.camel.CamelContext;
import org.apache.camel.Endpoint;
import org.apache.camel.ExtendedStartupListener;
import org.apache.camel.SSLContextParametersAware;
import org.apache.camel.api.management.ManagedAttribute;
import org.apache.camel.api.management.ManagedOperation;
import org.apache.camel.api.management.ManagedResource;
import org.apache.camel.spi.LifecycleStrategy;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.PropertyConfigurer;
import org.apache.camel.spi.annotations.Component;
import org.apache.camel.support.HealthCheckComponent;
import org.apache.camel.support.LifecycleStrategySupport;

/**
 * The <code>sms</code> component. Its endpoints share one account for each base address and user name.
 */
@ManagedResource(description = "SMS component, with its accounts")
@Component("sms")
public class SmsComponent extends HealthCheckComponent implements SSLContextParametersAware {

    @Metadata(description = "Default options of endpoints.")
    private SmsConfiguration configuration = new SmsConfiguration();
    @Metadata(label = "security", defaultValue = "false",
              description = "Enable usage of global SSL context parameters.")
    private boolean useGlobalSslContextParameters;
    @Metadata(label = "advanced",
              description = "Thread pool on which exchanges continue once their messages have results, instead of a pool of the component. You must shut it down yourself. Exchanges that it rejects continue on a thread of the component.")
    private @Nullable ExecutorService workerPool;
    @Metadata(label = "advanced", autowired = true,
              description = "Message store: messages are committed to it before they are sent, and their outcomes and delivery statuses are kept in it until they have been consumed. The first component that uses it starts it, and the last one closes it. Without one, messages are kept in memory.")
    private @Nullable MessageStore messageStore;
    @Metadata(label = "advanced", javaType = "java.util.List<io.github.camelsms.SmsPolicy>",
              description = "Policies, separated by commas, that allow, reject or defer each message immediately before it joins a request, for example #optOut,#night. They are asked in this order.")
    private List<SmsPolicy> policies = List.of();

    private final KeptPaces paces = new KeptPaces(SmsAccounts.MAX_ACCOUNTS);
    private final LifecycleStrategy stopOfContext = new StopOfContext();
    /** Accounts for which {@link #outcomesAreKept} has been called. */
    private final Set<String> keptOutcomes = ConcurrentHashMap.newKeySet();
    private volatile @Nullable SmsAccounts accounts;

    public SmsComponent() {
    }

    public SmsComponent(CamelContext context) {
        super(context);
    }

    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) throws Exception {
        SmsConfiguration defaults = configuration.copy();
        if (defaults.getSslContextParameters() == null && useGlobalSslContextParameters) {
            defaults.setSslContextParameters(retrieveGlobalSslContextParameters());
        }
        SmsEndpoint endpoint = new SmsEndpoint(uri, this, SmsResource.of(remaining), defaults.copy());
        ValueChecks.check(getEndpointPropertyConfigurer(), parameters);
        setProperties(endpoint, parameters);
        return endpoint;
    }

    /** Runs after Camel has rejected unknown options, so that a misspelled option is not reported as missing. */
    @Override
    protected void afterConfiguration(String uri, String remaining, Endpoint endpoint, Map<String, Object> parameters) {
        SmsOptions.validate(((SmsEndpoint) endpoint).getConfiguration());
    }

    @Override
    public @Nullable PropertyConfigurer getComponentPropertyConfigurer() {
        return ValueChecks.of(super.getComponentPropertyConfigurer());
    }

    @Override
    public @Nullable PropertyConfigurer getEndpointPropertyConfigurer() {
        return ValueChecks.of(super.getEndpointPropertyConfigurer());
    }

    /**
     * Returns the accounts of this component. Throws an exception before the component has started.
     */
    SmsAccounts accounts() {
        SmsAccounts current = accounts;
        if (current == null) {
            throw new IllegalStateException("the sms component is not started");
        }
        return current;
    }

    /** Returns the account of an endpoint, or null if it is not in use. */
    @Nullable
    public SmsAccount find(SmsEndpoint endpoint) {
        SmsAccounts current = accounts;
        return current == null ? null : current.find(endpoint.user().account());
    }

    private List<SmsAccount> all() {
        SmsAccounts current = accounts;
        return current == null ? List.of() : current.all();
    }

    @ManagedAttribute(description = "The accounts in use, as user@host")
    public List<String> getAccounts() {
        return all().stream().map(SmsAccount::label).toList();
    }

    @ManagedAttribute(description = "Messages of all accounts that wait to be sent")
    public int getPendingMessages() {
        return (int) all().stream().mapToDouble(account -> account.sending(SendFigures::waiting, 0)).sum();
    }

    @ManagedAttribute(description = "Send requests of all accounts that are in flight")
    public int getRequestsInFlight() {
        return (int) all().stream().mapToDouble(account -> account.sending(SendFigures::requestsInFlight, 0)).sum();
    }

    /**
     * Suspends sending for all accounts in use until {@link #resumeSending()} or the component's next start. Messages
     * wait until their <code>deliveryTimeout</code> expires, those with <code>completeOn=stored</code> until their time
     * to live ends, if they have one.
     */
    @ManagedOperation(description = "Suspend sending for all accounts until it is resumed; messages wait")
    public void suspendSending() {
        all().forEach(SmsAccount::suspendSending);
    }

    /** Resumes sending for all accounts. */
    @ManagedOperation(description = "Resume sending for all accounts")
    public void resumeSending() {
        all().forEach(SmsAccount::resumeSending);
    }

    /** Listener for the time at which the context's shutdown timeout begins. */
    private final class StopOfContext extends LifecycleStrategySupport {

        @Override
        public void onContextStopping(CamelContext context) {
            SmsAccounts current = accounts;
            if (current != null) {
                current.contextStopping();
            }
        }
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        if (messageStore == null) {
            // Camel sets the option when it creates the component, and the bean may have been bound since.
            messageStore = findStore();
        }
        MessageStore store = messageStore;
        if (store != null) {
            StoreUsers.acquire(store);
        }
        try {
            setStoreOfPolicies(store);
            accounts = new SmsAccounts(
                    getCamelContext(), workerPool, store, SmsAccounts.MAX_ACCOUNTS, paces,
                    policies.isEmpty() ? null : new PolicyChain(policies));
        } catch (RuntimeException | Error e) {
            // Camel does not stop a component that failed to start.
            if (store != null) {
                StoreUsers.release(store);
            }
            throw e;
        }
        getCamelContext().addLifecycleStrategy(stopOfContext);
    }

    private void setStoreOfPolicies(@Nullable MessageStore store) {
        for (SmsPolicy policy : policies) {
            if (!(policy instanceof MessageStoreAware aware)) {
                continue;
            } else if (store != null) {
                aware.setMessageStore(store);
            } else if (aware.requiresMessageStore()) {
                throw new IllegalArgumentException(
                        "Option policies contains " + policy.getClass().getSimpleName()
                                                   + ", which requires a message store: add a JdbcMessageStore bean (camel-sms-store-jdbc), or set the component option messageStore");
            }
        }
    }

    /**
     * Returns the only message store of the registry; null if there is none, or if the option must be set explicitly.
     *
     * @throws IllegalArgumentException if there are several, because messages would silently be kept in memory
     */
    private @Nullable MessageStore findStore() {
        if (!isAutowiredEnabled() || !getCamelContext().isAutowiredEnabled()) {
            return null;
        }
        Map<String, MessageStore> stores = getCamelContext().getRegistry().findByTypeWithName(MessageStore.class);
        if (stores.size() > 1) {
            throw new IllegalArgumentException(
                    "Option messageStore of the sms component is not set, and the registry has several message stores: "
                                               + String.join(", ", new TreeSet<>(stores.keySet()))
                                               + ". Set it to one of them, or set autowiredEnabled=false to keep messages in memory");
        }
        return stores.isEmpty() ? null : stores.values().iterator().next();
    }

    /**
     * @throws IllegalArgumentException if a message store was bound after the component had started without one,
     *                                  because messages would silently be kept in memory
     */
    void checkStore() {
        SmsAccounts current = accounts;
        if (current != null && current.store() == null && findStore() != null) {
            throw new IllegalArgumentException(
                    "The message store in the registry was bound after the sms component had started, which keeps messages in memory. Bind it before the first use of an sms endpoint, or set autowiredEnabled=false on the component to keep messages in memory");
        }
    }

    /**
     * Logs a warning if the context has no route that consumes the outcomes of an account's stored messages, which are
     * kept until then. Logged once, and only at the start of the context, because routes that are added later may
     * consume them.
     */
    void outcomesAreKept(String account) throws Exception {
        if (getCamelContext().isStarted() || !keptOutcomes.add(account)) {
            return;
        }
        getCamelContext().addStartupListener(new ExtendedStartupListener() {
            @Override
            public void onCamelContextStarted(CamelContext context, boolean alreadyStarted) {
                // Not all routes are started.
            }

            @Override
            public void onCamelContextFullyStarted(CamelContext context, boolean alreadyStarted) {
                boolean areConsumed = context.getRoutes().stream().anyMatch(
                        route -> route.getEndpoint() instanceof SmsEndpoint endpoint
                                && endpoint.getResource() == SmsResource.results
                                && account.equals(endpoint.getAccount()));
                if (!areConsumed) {
                    ResultLog.notConsumed(account);
                }
            }
        });
    }

    @Override
    protected void doStop() throws Exception {
        super.doStop();
        // The component may be removed from a context that continues.
        getCamelContext().getLifecycleStrategies().remove(stopOfContext);
        SmsAccounts current = accounts;
        if (current == null) {
            return;
        }
        current.close();
        accounts = null;
        MessageStore store = current.store();
        if (store != null) {
            StoreUsers.release(store);
        }
    }

    /** Returns the default options of endpoints; never null. */
    public SmsConfiguration getConfiguration() {
        return configuration;
    }

    /**
     * Sets the default options of endpoints.
     */
    public void setConfiguration(SmsConfiguration configuration) {
        this.configuration = configuration;
    }

    @Override
    public boolean isUseGlobalSslContextParameters() {
        return useGlobalSslContextParameters;
    }

    /**
     * Enable usage of global SSL context parameters.
     */
    @Override
    public void setUseGlobalSslContextParameters(boolean useGlobalSslContextParameters) {
        this.useGlobalSslContextParameters = useGlobalSslContextParameters;
    }

    /** Returns the message store, or null if messages are in memory only. */
    public @Nullable MessageStore getMessageStore() {
        return messageStore;
    }

    /**
     * Sets the message store, or null to keep messages in memory. It takes effect when the component starts.
     */
    public void setMessageStore(@Nullable MessageStore messageStore) {
        this.messageStore = messageStore;
    }

    /** Returns the policies, in the order in which they are asked; often empty. */
    public List<SmsPolicy> getPolicies() {
        return policies;
    }

    /**
     * Sets the policies that allow, reject or defer each message, in the order in which they are asked. They take
     * effect when the component starts.
     */
    public void setPolicies(List<SmsPolicy> policies) {
        this.policies = List.copyOf(policies);
    }

    /** Returns the pool set by {@link #setWorkerPool}, or null. */
    public @Nullable ExecutorService getWorkerPool() {
        return workerPool;
    }

    /**
     * Sets the thread pool on which exchanges continue once their messages have results; null for a pool of the
     * component. It takes effect when the component starts, and the component never shuts it down.
     */
    public void setWorkerPool(@Nullable ExecutorService workerPool) {
        this.workerPool = workerPool;
    }
}
