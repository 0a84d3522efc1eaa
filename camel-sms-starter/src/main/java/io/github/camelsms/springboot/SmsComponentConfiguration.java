package io.github.camelsms.springboot;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;

import io.github.camelsms.SmsCompleteOn;
import io.github.camelsms.SmsConfiguration;
import io.github.camelsms.SmsPolicy;
import io.github.camelsms.SmsResults;
import io.github.camelsms.SmsStatusQuery;
import io.github.camelsms.SmsWhenNotFound;
import io.github.camelsms.SmsWhenQueueFull;
import io.github.camelsms.engine.pacing.Pacing;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.text.SmsLongMessage;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;

import org.apache.camel.component.http.HttpClientConfigurer;
import org.apache.camel.spring.boot.ComponentConfigurationPropertiesCommon;
import org.apache.camel.support.jsse.SSLContextParameters;

/**
 * Properties <code>camel.component.sms.*</code>: the options of the component.
 * <p>
 * A property that is not set is null and does not change its option, so that a component or configuration that the
 * application defines as a bean keeps its values.
 */
@ConfigurationProperties(prefix = SmsComponentConfiguration.PREFIX)
public class SmsComponentConfiguration extends ComponentConfigurationPropertiesCommon {

    static final String PREFIX = "camel.component.sms";

    /**
     * Service base address, for example https://sms.example.com. Required on the component or on the endpoint.
     */
    private @Nullable String baseUrl;
    /**
     * Default options of endpoints.
     */
    private @Nullable SmsConfiguration configuration;
    /**
     * Country of the phone numbers, as a code of ISO 3166. Destinations that are not a number of this country are
     * rejected, and its numbers are sent without country code. The value none disables this check: each destination of
     * 1 to 11 digits is sent as it is, and others are rejected.
     */
    private @Nullable String numberRegion;
    /**
     * Statuses to read: those not consulted yet, each of which the service returns only once, or those of a send date
     * (only as a producer, with the header CamelSmsDate).
     */
    private @Nullable SmsStatusQuery query;
    /**
     * Total deadline of one HTTP call, from connect to the last byte of the response's body.
     */
    private @Nullable Duration requestTimeout;
    /**
     * Timeout until a connection to an address of the service is established, including its TLS handshake.
     */
    private @Nullable Duration connectTimeout;
    /**
     * Host name or address of the HTTP proxy to the service.
     */
    private @Nullable String proxyHost;
    /**
     * Port of the HTTP proxy.
     */
    private @Nullable Integer proxyPort;
    /**
     * Hosts that are reached without the proxy, separated by commas. An asterisk stands for any characters.
     */
    private @Nullable String nonProxyHosts;
    /**
     * Protocol to the proxy. Unlike that of camel-http, the default does not depend on the address of the service.
     */
    private @Nullable String proxyAuthScheme;
    /**
     * User name at the proxy.
     */
    private @Nullable String proxyAuthUsername;
    /**
     * Password at the proxy.
     */
    private @Nullable String proxyAuthPassword;
    /**
     * Whether the JVM's properties, such as https.proxyHost, http.nonProxyHosts and javax.net.ssl.keyStore, are used
     * where no option is set.
     */
    private @Nullable Boolean useSystemProperties;
    /**
     * Configurer of the HTTP client, for example to add headers for a gateway. The component keeps its own connection
     * pool, timeouts and authentication, and never retries or follows redirects.
     */
    private @Nullable HttpClientConfigurer httpClientConfigurer;
    /**
     * Time zone of the service: of the days of its by-date queries, of lookups near midnight, and of dates without a
     * time zone. It is not the zone of the application or its container.
     */
    private @Nullable String zone;
    /**
     * Whether the statuses of a block are delivered in one exchange with a List of SmsStatus, and outcomes with the
     * same stored headers in one exchange with a List of SmsSendResult, instead of one exchange for each. Requires a
     * message store.
     */
    private @Nullable Boolean batching;
    /**
     * Allows for bridging the consumer to the Camel routing Error Handler, which mean any exceptions (if possible)
     * occurred while the Camel consumer is trying to pickup incoming messages, or the likes, will now be processed as a
     * message and handled by the routing Error Handler. Important: This is only possible if the 3rd party component
     * allows Camel to be alerted if an exception was thrown. Some components handle this internally only, and therefore
     * bridgeErrorHandler is not possible. In other situations we may improve the Camel component to hook into the 3rd
     * party component and make this possible for future releases. By default the consumer will use the
     * org.apache.camel.spi.ExceptionHandler to deal with exceptions, that will be logged at WARN or ERROR level and
     * ignored.
     */
    private @Nullable Boolean bridgeErrorHandler;
    /**
     * The health check of the consumer is down when no poll has succeeded for longer than this. 0 means ten times
     * delay, multiplied by backoffMultiplier if it is set, but at least 5 minutes; with another scheduler, such as
     * Quartz, it disables this check.
     */
    private @Nullable Duration healthMaxPollAge;
    /**
     * Whether a by-date query accepts a full page (100 statuses) without a recognized link to a next page as the last
     * page. Otherwise it fails with an SmsQueryException that has the statuses read so far, because there may be more.
     */
    private @Nullable Boolean acceptFullLastPage;
    /**
     * Whether the texts of a list are sent to the number in the header CamelSmsDestination, all to the same one.
     * Otherwise such a list is refused, because after an aggregation the header is that of only one of the texts.
     */
    private @Nullable Boolean allowTextList;
    /**
     * Whether a correlation id is generated for a message without one, so that its status can be found.
     */
    private @Nullable Boolean autoCorrelationId;
    /**
     * Maximum number of messages in a request, 1 to 200.
     */
    private @Nullable Integer batchSize;
    /**
     * When the exchange completes: as soon as the outcomes of its messages are known, or as soon as its messages are
     * committed to the message store. In the latter case, consume the outcomes with sms:results.
     */
    private @Nullable SmsCompleteOn completeOn;
    /**
     * How long a message may wait in the queue and be retried before its outcome is NOT_SENT. It has no effect with
     * completeOn=stored.
     */
    private @Nullable Duration deliveryTimeout;
    /**
     * Whether messages are stored in the caller's transaction, on the caller's thread (transactional outbox). They are
     * sent after its commit, and never if it is rolled back. Requires completeOn=stored and a message store with a
     * DataSource that returns the connection of that transaction.
     */
    private @Nullable Boolean joinTransaction;
    /**
     * Names of headers, separated by commas, that are stored with each message and restored on its result and status
     * exchanges. Their values are converted to text.
     */
    private @Nullable String keepHeaders;
    /**
     * Whether the producer should be started lazy (on the first message). By starting lazy you can use this to allow
     * CamelContext and routes to startup in situations where a producer may otherwise fail during starting and cause
     * the route to fail being started. By deferring this startup to be lazy then the startup failure can be handled
     * during routing messages via Camel's routing error handlers. Beware that when the first message is processed then
     * creating and starting the producer may take a little time and prolong the total processing time of the
     * processing.
     */
    private @Nullable Boolean lazyStartProducer;
    /**
     * Handling of a message with more than 160 characters: it is rejected; split into up to 9 numbered segments, each
     * charged as one message, with one result for all; or truncated to at most 160 characters, between two words if
     * possible.
     */
    private @Nullable SmsLongMessage longMessage;
    /**
     * Capacity of the account's queue. Beyond it, messages are held back until there is space.
     */
    private @Nullable Integer maxPendingMessages;
    /**
     * Whether the calling thread waits while the account's queue is full, so that maxPendingMessages also bounds the
     * exchanges of consumers such as seda, which would otherwise take their whole queue. Use it only where threads may
     * block. It applies to this endpoint only.
     */
    private @Nullable Boolean blockWhenFull;
    /**
     * Whether outcomes are offered to sms:results. Set it to false if no route consumes them: a message whose outcome
     * is offered is kept until that outcome has been consumed.
     */
    private @Nullable Boolean offerResults;
    /**
     * How the interval between two requests is counted: adaptive counts from the estimated arrival of the previous
     * request, learns from 429s, and has some of them; strict counts from the previous response, so that the service
     * never receives two requests too close together.
     */
    private @Nullable Pacing pacing;
    /**
     * Whether messages of unknown outcome are looked up with by-date queries until they are settled. Requires a message
     * store.
     */
    private @Nullable Boolean reconcile;
    /**
     * How long after its outcome became unknown a message is first looked up.
     */
    private @Nullable Duration reconcileAfter;
    /**
     * How long a message of unknown outcome is looked up before whenNotFound applies.
     */
    private @Nullable Duration reconcileFor;
    /**
     * Whether messages of unknown outcome are sent again if Camel redelivers their exchange. They may then be received
     * twice. By default, the redelivered exchange fails with the same SmsOutcomeUnknownException and nothing is sent.
     */
    private @Nullable Boolean redeliverUnknown;
    /**
     * Rate limit of the account in send requests per second, such as 1, 2.5 or 0.1; at least 0.00001, about one request
     * per day.
     */
    private @Nullable Double requestsPerSecond;
    /**
     * Whether messages are only checked: nothing is sent or stored. For one message the body is an SmsCheck, for many a
     * list of them as selected by results, and the header CamelSmsDryRun has the totals.
     */
    private @Nullable Boolean dryRun;
    /**
     * Price of one SMS segment, for the cost that dryRun=true calculates, for example 0.08.
     */
    private @Nullable BigDecimal pricePerSegment;
    /**
     * Results of an exchange of many messages in its body: all results, only the problems (messages that were not
     * accepted), or no results and only the count headers.
     */
    private @Nullable SmsResults results;
    /**
     * Whether a single message that is rejected fails its exchange with an SmsRejectedException. Otherwise the exchange
     * completes with the outcome REJECTED.
     */
    private @Nullable Boolean throwExceptionOnRejected;
    /**
     * Whether characters outside the GSM-7 alphabet are replaced with similar ones, before the length of the text is
     * checked.
     */
    private @Nullable Boolean transliterate;
    /**
     * Handling of a message of unknown outcome of which the service has no record after reconcileFor: it is parked
     * until an operator decides, or resent.
     */
    private @Nullable SmsWhenNotFound whenNotFound;
    /**
     * Handling of a single message when the account's queue is full: its exchange waits, without blocking a thread,
     * until the message has its result, or it fails immediately with an SmsNotSentException. Only messages of the same
     * or a higher priority count. An exchange of many messages always waits, because they are read as the queue drains.
     */
    private @Nullable SmsWhenQueueFull whenQueueFull;
    /**
     * The health check of the producer is down when a message has waited longer than this. 0 means half of
     * deliveryTimeout; messages that wait only in the message store then do not count.
     */
    private @Nullable Duration healthMaxBacklogAge;
    /**
     * Maximum number of requests in flight, 1 to 64. It limits the pace only if a response takes longer than this
     * number of intervals.
     */
    private @Nullable Integer maxRequestsInFlight;
    /**
     * Whether autowiring is enabled. This is used for automatic autowiring options (the option must be marked as
     * autowired) by looking up in the registry to find if there is a single instance of matching type, which then gets
     * configured on the component. This can be used for automatic configuring JDBC data sources, JMS connection
     * factories, AWS Clients, etc.
     */
    private @Nullable Boolean autowiredEnabled;
    /**
     * Used for enabling or disabling all consumer based health checks from this component
     */
    private @Nullable Boolean healthCheckConsumerEnabled;
    /**
     * Used for enabling or disabling all producer based health checks from this component. Notice: Camel has by default
     * disabled all producer based health-checks. You can turn on producer checks globally by setting
     * camel.health.producersEnabled=true.
     */
    private @Nullable Boolean healthCheckProducerEnabled;
    /**
     * Password of the account. Required on the component or on the endpoint.
     */
    private @Nullable String password;
    /**
     * Whether startup fails if baseUrl is an http address that is not loopback. Otherwise the account logs a warning
     * when it starts, because user name, password and messages are sent unencrypted.
     */
    private @Nullable Boolean requireHttps;
    /**
     * TLS configuration of the connection to the service.
     */
    private @Nullable SSLContextParameters sslContextParameters;
    /**
     * Enable usage of global SSL context parameters.
     */
    private @Nullable Boolean useGlobalSslContextParameters;
    /**
     * Message store: messages are committed to it before they are sent, and their outcomes and delivery statuses are
     * kept in it until they have been consumed. The first component that uses it starts it, and the last one closes it.
     * Without one, messages are kept in memory.
     */
    private @Nullable MessageStore messageStore;
    /**
     * Policies, separated by commas, that allow, reject or defer each message immediately before it joins a request,
     * for example #optOut,#night. They are asked in this order.
     */
    private @Nullable List<SmsPolicy> policies;
    /**
     * Thread pool on which exchanges continue once their messages have results, instead of a pool of the component. You
     * must shut it down yourself. Exchanges that it rejects continue on a thread of the component.
     */
    private @Nullable ExecutorService workerPool;
    /**
     * User name of the account, sent pre-emptively with HTTP Basic authentication. It identifies the account and is
     * shown in logs, JMX, health checks and metrics. Required on the component or on the endpoint.
     */
    private @Nullable String username;
    @NestedConfigurationProperty
    private final SmsStoreProperties store = new SmsStoreProperties();

    public @Nullable String getBaseUrl() {
        return baseUrl;
    }

    public void setBaseUrl(@Nullable String baseUrl) {
        this.baseUrl = baseUrl;
    }

    public @Nullable SmsConfiguration getConfiguration() {
        return configuration;
    }

    public void setConfiguration(@Nullable SmsConfiguration configuration) {
        this.configuration = configuration;
    }

    public @Nullable String getNumberRegion() {
        return numberRegion;
    }

    public void setNumberRegion(@Nullable String numberRegion) {
        this.numberRegion = numberRegion;
    }

    public @Nullable SmsStatusQuery getQuery() {
        return query;
    }

    public void setQuery(@Nullable SmsStatusQuery query) {
        this.query = query;
    }

    public @Nullable Duration getRequestTimeout() {
        return requestTimeout;
    }

    public void setRequestTimeout(@Nullable Duration requestTimeout) {
        this.requestTimeout = requestTimeout;
    }

    public @Nullable Duration getConnectTimeout() {
        return connectTimeout;
    }

    public void setConnectTimeout(@Nullable Duration connectTimeout) {
        this.connectTimeout = connectTimeout;
    }

    public @Nullable String getProxyHost() {
        return proxyHost;
    }

    public void setProxyHost(@Nullable String proxyHost) {
        this.proxyHost = proxyHost;
    }

    public @Nullable Integer getProxyPort() {
        return proxyPort;
    }

    public void setProxyPort(@Nullable Integer proxyPort) {
        this.proxyPort = proxyPort;
    }

    public @Nullable String getNonProxyHosts() {
        return nonProxyHosts;
    }

    public void setNonProxyHosts(@Nullable String nonProxyHosts) {
        this.nonProxyHosts = nonProxyHosts;
    }

    public @Nullable String getProxyAuthScheme() {
        return proxyAuthScheme;
    }

    public void setProxyAuthScheme(@Nullable String proxyAuthScheme) {
        this.proxyAuthScheme = proxyAuthScheme;
    }

    public @Nullable String getProxyAuthUsername() {
        return proxyAuthUsername;
    }

    public void setProxyAuthUsername(@Nullable String proxyAuthUsername) {
        this.proxyAuthUsername = proxyAuthUsername;
    }

    public @Nullable String getProxyAuthPassword() {
        return proxyAuthPassword;
    }

    public void setProxyAuthPassword(@Nullable String proxyAuthPassword) {
        this.proxyAuthPassword = proxyAuthPassword;
    }

    public @Nullable Boolean getUseSystemProperties() {
        return useSystemProperties;
    }

    public void setUseSystemProperties(@Nullable Boolean useSystemProperties) {
        this.useSystemProperties = useSystemProperties;
    }

    public @Nullable HttpClientConfigurer getHttpClientConfigurer() {
        return httpClientConfigurer;
    }

    public void setHttpClientConfigurer(@Nullable HttpClientConfigurer httpClientConfigurer) {
        this.httpClientConfigurer = httpClientConfigurer;
    }

    public @Nullable String getZone() {
        return zone;
    }

    public void setZone(@Nullable String zone) {
        this.zone = zone;
    }

    public @Nullable Boolean getBatching() {
        return batching;
    }

    public void setBatching(@Nullable Boolean batching) {
        this.batching = batching;
    }

    public @Nullable Boolean getBridgeErrorHandler() {
        return bridgeErrorHandler;
    }

    public void setBridgeErrorHandler(@Nullable Boolean bridgeErrorHandler) {
        this.bridgeErrorHandler = bridgeErrorHandler;
    }

    public @Nullable Duration getHealthMaxPollAge() {
        return healthMaxPollAge;
    }

    public void setHealthMaxPollAge(@Nullable Duration healthMaxPollAge) {
        this.healthMaxPollAge = healthMaxPollAge;
    }

    public @Nullable Boolean getAcceptFullLastPage() {
        return acceptFullLastPage;
    }

    public void setAcceptFullLastPage(@Nullable Boolean acceptFullLastPage) {
        this.acceptFullLastPage = acceptFullLastPage;
    }

    public @Nullable Boolean getAllowTextList() {
        return allowTextList;
    }

    public void setAllowTextList(@Nullable Boolean allowTextList) {
        this.allowTextList = allowTextList;
    }

    public @Nullable Boolean getAutoCorrelationId() {
        return autoCorrelationId;
    }

    public void setAutoCorrelationId(@Nullable Boolean autoCorrelationId) {
        this.autoCorrelationId = autoCorrelationId;
    }

    public @Nullable Integer getBatchSize() {
        return batchSize;
    }

    public void setBatchSize(@Nullable Integer batchSize) {
        this.batchSize = batchSize;
    }

    public @Nullable SmsCompleteOn getCompleteOn() {
        return completeOn;
    }

    public void setCompleteOn(@Nullable SmsCompleteOn completeOn) {
        this.completeOn = completeOn;
    }

    public @Nullable Duration getDeliveryTimeout() {
        return deliveryTimeout;
    }

    public void setDeliveryTimeout(@Nullable Duration deliveryTimeout) {
        this.deliveryTimeout = deliveryTimeout;
    }

    public @Nullable Boolean getJoinTransaction() {
        return joinTransaction;
    }

    public void setJoinTransaction(@Nullable Boolean joinTransaction) {
        this.joinTransaction = joinTransaction;
    }

    public @Nullable String getKeepHeaders() {
        return keepHeaders;
    }

    public void setKeepHeaders(@Nullable String keepHeaders) {
        this.keepHeaders = keepHeaders;
    }

    public @Nullable Boolean getLazyStartProducer() {
        return lazyStartProducer;
    }

    public void setLazyStartProducer(@Nullable Boolean lazyStartProducer) {
        this.lazyStartProducer = lazyStartProducer;
    }

    public @Nullable SmsLongMessage getLongMessage() {
        return longMessage;
    }

    public void setLongMessage(@Nullable SmsLongMessage longMessage) {
        this.longMessage = longMessage;
    }

    public @Nullable Integer getMaxPendingMessages() {
        return maxPendingMessages;
    }

    public void setMaxPendingMessages(@Nullable Integer maxPendingMessages) {
        this.maxPendingMessages = maxPendingMessages;
    }

    public @Nullable Boolean getBlockWhenFull() {
        return blockWhenFull;
    }

    public void setBlockWhenFull(@Nullable Boolean blockWhenFull) {
        this.blockWhenFull = blockWhenFull;
    }

    public @Nullable Boolean getOfferResults() {
        return offerResults;
    }

    public void setOfferResults(@Nullable Boolean offerResults) {
        this.offerResults = offerResults;
    }

    public @Nullable Pacing getPacing() {
        return pacing;
    }

    public void setPacing(@Nullable Pacing pacing) {
        this.pacing = pacing;
    }

    public @Nullable Boolean getReconcile() {
        return reconcile;
    }

    public void setReconcile(@Nullable Boolean reconcile) {
        this.reconcile = reconcile;
    }

    public @Nullable Duration getReconcileAfter() {
        return reconcileAfter;
    }

    public void setReconcileAfter(@Nullable Duration reconcileAfter) {
        this.reconcileAfter = reconcileAfter;
    }

    public @Nullable Duration getReconcileFor() {
        return reconcileFor;
    }

    public void setReconcileFor(@Nullable Duration reconcileFor) {
        this.reconcileFor = reconcileFor;
    }

    public @Nullable Boolean getRedeliverUnknown() {
        return redeliverUnknown;
    }

    public void setRedeliverUnknown(@Nullable Boolean redeliverUnknown) {
        this.redeliverUnknown = redeliverUnknown;
    }

    public @Nullable Double getRequestsPerSecond() {
        return requestsPerSecond;
    }

    public void setRequestsPerSecond(@Nullable Double requestsPerSecond) {
        this.requestsPerSecond = requestsPerSecond;
    }

    public @Nullable Boolean getDryRun() {
        return dryRun;
    }

    public void setDryRun(@Nullable Boolean dryRun) {
        this.dryRun = dryRun;
    }

    public @Nullable BigDecimal getPricePerSegment() {
        return pricePerSegment;
    }

    public void setPricePerSegment(@Nullable BigDecimal pricePerSegment) {
        this.pricePerSegment = pricePerSegment;
    }

    public @Nullable SmsResults getResults() {
        return results;
    }

    public void setResults(@Nullable SmsResults results) {
        this.results = results;
    }

    public @Nullable Boolean getThrowExceptionOnRejected() {
        return throwExceptionOnRejected;
    }

    public void setThrowExceptionOnRejected(@Nullable Boolean throwExceptionOnRejected) {
        this.throwExceptionOnRejected = throwExceptionOnRejected;
    }

    public @Nullable Boolean getTransliterate() {
        return transliterate;
    }

    public void setTransliterate(@Nullable Boolean transliterate) {
        this.transliterate = transliterate;
    }

    public @Nullable SmsWhenNotFound getWhenNotFound() {
        return whenNotFound;
    }

    public void setWhenNotFound(@Nullable SmsWhenNotFound whenNotFound) {
        this.whenNotFound = whenNotFound;
    }

    public @Nullable SmsWhenQueueFull getWhenQueueFull() {
        return whenQueueFull;
    }

    public void setWhenQueueFull(@Nullable SmsWhenQueueFull whenQueueFull) {
        this.whenQueueFull = whenQueueFull;
    }

    public @Nullable Duration getHealthMaxBacklogAge() {
        return healthMaxBacklogAge;
    }

    public void setHealthMaxBacklogAge(@Nullable Duration healthMaxBacklogAge) {
        this.healthMaxBacklogAge = healthMaxBacklogAge;
    }

    public @Nullable Integer getMaxRequestsInFlight() {
        return maxRequestsInFlight;
    }

    public void setMaxRequestsInFlight(@Nullable Integer maxRequestsInFlight) {
        this.maxRequestsInFlight = maxRequestsInFlight;
    }

    public @Nullable Boolean getAutowiredEnabled() {
        return autowiredEnabled;
    }

    public void setAutowiredEnabled(@Nullable Boolean autowiredEnabled) {
        this.autowiredEnabled = autowiredEnabled;
    }

    public @Nullable Boolean getHealthCheckConsumerEnabled() {
        return healthCheckConsumerEnabled;
    }

    public void setHealthCheckConsumerEnabled(@Nullable Boolean healthCheckConsumerEnabled) {
        this.healthCheckConsumerEnabled = healthCheckConsumerEnabled;
    }

    public @Nullable Boolean getHealthCheckProducerEnabled() {
        return healthCheckProducerEnabled;
    }

    public void setHealthCheckProducerEnabled(@Nullable Boolean healthCheckProducerEnabled) {
        this.healthCheckProducerEnabled = healthCheckProducerEnabled;
    }

    public @Nullable String getPassword() {
        return password;
    }

    public void setPassword(@Nullable String password) {
        this.password = password;
    }

    public @Nullable Boolean getRequireHttps() {
        return requireHttps;
    }

    public void setRequireHttps(@Nullable Boolean requireHttps) {
        this.requireHttps = requireHttps;
    }

    public @Nullable SSLContextParameters getSslContextParameters() {
        return sslContextParameters;
    }

    public void setSslContextParameters(@Nullable SSLContextParameters sslContextParameters) {
        this.sslContextParameters = sslContextParameters;
    }

    /** Returns the properties of the message store that the starter creates. */
    public SmsStoreProperties getStore() {
        return store;
    }

    public @Nullable Boolean getUseGlobalSslContextParameters() {
        return useGlobalSslContextParameters;
    }

    public void setUseGlobalSslContextParameters(@Nullable Boolean useGlobalSslContextParameters) {
        this.useGlobalSslContextParameters = useGlobalSslContextParameters;
    }

    public @Nullable String getUsername() {
        return username;
    }

    public void setUsername(@Nullable String username) {
        this.username = username;
    }

    public @Nullable MessageStore getMessageStore() {
        return messageStore;
    }

    public void setMessageStore(@Nullable MessageStore messageStore) {
        this.messageStore = messageStore;
    }

    public @Nullable List<SmsPolicy> getPolicies() {
        return policies;
    }

    public void setPolicies(@Nullable List<SmsPolicy> policies) {
        this.policies = policies;
    }

    public @Nullable ExecutorService getWorkerPool() {
        return workerPool;
    }

    public void setWorkerPool(@Nullable ExecutorService workerPool) {
        this.workerPool = workerPool;
    }
}
