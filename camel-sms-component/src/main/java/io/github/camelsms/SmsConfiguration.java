package io.github.camelsms;

import java.math.BigDecimal;
import java.util.HashSet;
import java.util.Set;

import io.github.camelsms.engine.pacing.Pacing;
import io.github.camelsms.text.SmsLongMessage;
import org.jspecify.annotations.Nullable;

import org.apache.camel.RuntimeCamelException;
import org.apache.camel.component.http.HttpClientConfigurer;
import org.apache.camel.spi.Configurer;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriParams;
import org.apache.camel.support.jsse.SSLContextParameters;

/**
 * Options of the component and of its endpoints. Each endpoint copies the component's options when it is created, so
 * later changes have no effect on it. Values are validated when an endpoint is created. Not thread-safe.
 */
@UriParams
@Configurer(extended = true)
public class SmsConfiguration implements Cloneable {

    /** All options of a proxy are shared together. */
    private static final String PROXY = "proxyHost";
    private static final int DEFAULT_BATCH_SIZE = 200;

    @UriParam
    @Metadata(description = "Service base address, for example https://sms.example.com. Required on the component or on the endpoint.")
    private @Nullable String baseUrl;
    @UriParam(label = "security")
    @Metadata(description = "User name of the account, sent pre-emptively with HTTP Basic authentication. It identifies the account and is shown in logs, JMX, health checks and metrics. Required on the component or on the endpoint.")
    private @Nullable String username;
    @UriParam(label = "security", secret = true)
    @Metadata(description = "Password of the account. Required on the component or on the endpoint.")
    private @Nullable String password;
    @UriParam(label = "security")
    @Metadata(description = "TLS configuration of the connection to the service.")
    private @Nullable SSLContextParameters sslContextParameters;
    @UriParam(label = "security", defaultValue = "false")
    @Metadata(description = "Whether startup fails if baseUrl is an http address that is not loopback. Otherwise the account logs a warning when it starts, because user name, password and messages are sent unencrypted.")
    private boolean requireHttps;
    @UriParam(defaultValue = "30000", javaType = "java.time.Duration")
    @Metadata(description = "Total deadline of one HTTP call, from connect to the last byte of the response's body.")
    private long requestTimeout = 30_000;
    @UriParam(label = "advanced", defaultValue = "5000", javaType = "java.time.Duration")
    @Metadata(description = "Timeout until a connection to an address of the service is established, including its TLS handshake.")
    private long connectTimeout = 5_000;
    @UriParam(label = "proxy")
    @Metadata(description = "Host name or address of the HTTP proxy to the service.")
    private @Nullable String proxyHost;
    @UriParam(label = "proxy")
    @Metadata(description = "Port of the HTTP proxy.")
    private @Nullable Integer proxyPort;
    @UriParam(label = "proxy")
    @Metadata(description = "Hosts that are reached without the proxy, separated by commas. An asterisk stands for any characters.")
    private @Nullable String nonProxyHosts;
    @UriParam(label = "proxy", defaultValue = "http", enums = "http,https")
    @Metadata(description = "Protocol to the proxy. Unlike that of camel-http, the default does not depend on the address of the service.")
    private String proxyAuthScheme = "http";
    @UriParam(label = "proxy")
    @Metadata(description = "User name at the proxy.")
    private @Nullable String proxyAuthUsername;
    @UriParam(label = "proxy", secret = true)
    @Metadata(description = "Password at the proxy.")
    private @Nullable String proxyAuthPassword;
    @UriParam(label = "advanced", defaultValue = "false")
    @Metadata(description = "Whether the JVM's properties, such as https.proxyHost, http.nonProxyHosts and javax.net.ssl.keyStore, are used where no option is set.")
    private boolean useSystemProperties;
    @UriParam(label = "advanced")
    @Metadata(description = "Configurer of the HTTP client, for example to add headers for a gateway. The component keeps its own connection pool, timeouts and authentication, and never retries or follows redirects.")
    private @Nullable HttpClientConfigurer httpClientConfigurer;

    @UriParam(label = "producer", defaultValue = "1")
    @Metadata(description = "Rate limit of the account in send requests per second, such as 1, 2.5 or 0.1; at least 0.00001, about one request per day.")
    private double requestsPerSecond = 1;
    @UriParam(label = "producer", defaultValue = "adaptive")
    @Metadata(description = "How the interval between two requests is counted: adaptive counts from the estimated arrival of the previous request, learns from 429s, and has some of them; strict counts from the previous response, so that the service never receives two requests too close together.")
    private Pacing pacing = Pacing.adaptive;
    @UriParam(label = "producer", defaultValue = "200")
    @Metadata(description = "Maximum number of messages in a request, 1 to 200.")
    private int batchSize = DEFAULT_BATCH_SIZE;
    @UriParam(label = "producer", defaultValue = "10000")
    @Metadata(description = "Capacity of the account's queue. Beyond it, messages are held back until there is space.")
    private int maxPendingMessages = 10_000;
    @UriParam(label = "producer,advanced", defaultValue = "wait")
    @Metadata(description = "Handling of a single message when the account's queue is full: its exchange waits, without blocking a thread, until the message has its result, or it fails immediately with an SmsNotSentException. Only messages of the same or a higher priority count. An exchange of many messages always waits, because they are read as the queue drains.")
    private SmsWhenQueueFull whenQueueFull = SmsWhenQueueFull.wait;
    @UriParam(label = "producer", defaultValue = "false")
    @Metadata(description = "Whether the calling thread waits while the account's queue is full, so that maxPendingMessages also bounds the exchanges of consumers such as seda, which would otherwise take their whole queue. Use it only where threads may block. It applies to this endpoint only.")
    private boolean blockWhenFull;
    @UriParam(label = "producer,advanced", defaultValue = "32")
    @Metadata(description = "Maximum number of requests in flight, 1 to 64. It limits the pace only if a response takes longer than this number of intervals.")
    private int maxRequestsInFlight = 32;
    @UriParam(label = "producer", defaultValue = "300000", javaType = "java.time.Duration")
    @Metadata(description = "How long a message may wait in the queue and be retried before its outcome is NOT_SENT. It has no effect with completeOn=stored.")
    private long deliveryTimeout = 300_000;
    @UriParam(label = "producer", defaultValue = "false")
    @Metadata(description = "Whether a single message that is rejected fails its exchange with an SmsRejectedException. Otherwise the exchange completes with the outcome REJECTED.")
    private boolean throwExceptionOnRejected;
    @UriParam(label = "producer,advanced", defaultValue = "false")
    @Metadata(description = "Whether messages of unknown outcome are sent again if Camel redelivers their exchange. They may then be received twice. By default, the redelivered exchange fails with the same SmsOutcomeUnknownException and nothing is sent.")
    private boolean redeliverUnknown;
    @UriParam(label = "producer", defaultValue = "true")
    @Metadata(description = "Whether a correlation id is generated for a message without one, so that its status can be found.")
    private boolean autoCorrelationId = true;
    @UriParam(label = "producer", defaultValue = "false")
    @Metadata(description = "Whether the texts of a list are sent to the number in the header CamelSmsDestination, all to the same one. Otherwise such a list is refused, because after an aggregation the header is that of only one of the texts.")
    private boolean allowTextList;
    @UriParam(label = "producer", defaultValue = "reject")
    @Metadata(description = "Handling of a message with more than 160 characters: it is rejected; split into up to 9 numbered segments, each charged as one message, with one result for all; or truncated to at most 160 characters, between two words if possible.")
    private SmsLongMessage longMessage = SmsLongMessage.reject;
    @UriParam(label = "producer", defaultValue = "false")
    @Metadata(description = "Whether characters outside the GSM-7 alphabet are replaced with similar ones, before the length of the text is checked.")
    private boolean transliterate;
    @UriParam(label = "producer", defaultValue = "all")
    @Metadata(description = "Results of an exchange of many messages in its body: all results, only the problems (messages that were not accepted), or no results and only the count headers.")
    private SmsResults results = SmsResults.all;
    @UriParam(label = "producer", defaultValue = "false")
    @Metadata(description = "Whether messages are only checked: nothing is sent or stored. For one message the body is an SmsCheck, for many a list of them as selected by results, and the header CamelSmsDryRun has the totals.")
    private boolean dryRun;
    @UriParam(label = "producer", javaType = "java.math.BigDecimal")
    @Metadata(description = "Price of one SMS segment, for the cost that dryRun=true calculates, for example 0.08.")
    private @Nullable BigDecimal pricePerSegment;
    @UriParam(label = "producer,store", defaultValue = "outcome")
    @Metadata(description = "When the exchange completes: as soon as the outcomes of its messages are known, or as soon as its messages are committed to the message store. In the latter case, consume the outcomes with sms:results.")
    private SmsCompleteOn completeOn = SmsCompleteOn.outcome;
    @UriParam(label = "producer,store,advanced", defaultValue = "false")
    @Metadata(description = "Whether messages are stored in the caller's transaction, on the caller's thread (transactional outbox). They are sent after its commit, and never if it is rolled back. Requires completeOn=stored and a message store with a DataSource that returns the connection of that transaction.")
    private boolean joinTransaction;
    @UriParam(label = "producer,store")
    @Metadata(description = "Names of headers, separated by commas, that are stored with each message and restored on its result and status exchanges. Their values are converted to text.")
    private @Nullable String keepHeaders;
    @UriParam(label = "producer,store", defaultValue = "true")
    @Metadata(description = "Whether outcomes are offered to sms:results. Set it to false if no route consumes them: a message whose outcome is offered is kept until that outcome has been consumed.")
    private boolean offerResults = true;
    @UriParam(label = "producer,store,advanced", defaultValue = "true")
    @Metadata(description = "Whether messages of unknown outcome are looked up with by-date queries until they are settled. Requires a message store.")
    private boolean reconcile = true;
    @UriParam(label = "producer,store,advanced", defaultValue = "30000", javaType = "java.time.Duration")
    @Metadata(description = "How long after its outcome became unknown a message is first looked up.")
    private long reconcileAfter = 30_000;
    @UriParam(label = "producer,store,advanced", defaultValue = "3600000", javaType = "java.time.Duration")
    @Metadata(description = "How long a message of unknown outcome is looked up before whenNotFound applies.")
    private long reconcileFor = 3_600_000;
    @UriParam(label = "producer,store,advanced", defaultValue = "park")
    @Metadata(description = "Handling of a message of unknown outcome of which the service has no record after reconcileFor: it is parked until an operator decides, or resent.")
    private SmsWhenNotFound whenNotFound = SmsWhenNotFound.park;
    @UriParam(label = "consumer,store", defaultValue = "false")
    @Metadata(description = "Whether the statuses of a block are delivered in one exchange with a List of SmsStatus, and outcomes with the same stored headers in one exchange with a List of SmsSendResult, instead of one exchange for each. Requires a message store.")
    private boolean batching;
    @UriParam(label = "producer,advanced", defaultValue = "0", javaType = "java.time.Duration")
    @Metadata(description = "The health check of the producer is down when a message has waited longer than this. 0 means half of deliveryTimeout; messages that wait only in the message store then do not count.")
    private long healthMaxBacklogAge;

    @UriParam(defaultValue = "notConsulted")
    @Metadata(description = "Statuses to read: those not consulted yet, each of which the service returns only once, or those of a send date (only as a producer, with the header CamelSmsDate).")
    private SmsStatusQuery query = SmsStatusQuery.notConsulted;
    @UriParam(defaultValue = "BR")
    @Metadata(description = "Country of the phone numbers, as a code of ISO 3166. Destinations that are not a number of this country are rejected, and its numbers are sent without country code. The value none disables this check: each destination of 1 to 11 digits is sent as it is, and others are rejected.")
    private String numberRegion = "BR";
    @UriParam(defaultValue = "America/Sao_Paulo")
    @Metadata(description = "Time zone of the service: of the days of its by-date queries, of lookups near midnight, and of dates without a time zone. It is not the zone of the application or its container.")
    private String zone = "America/Sao_Paulo";
    @UriParam(label = "producer,advanced", defaultValue = "false")
    @Metadata(description = "Whether a by-date query accepts a full page (100 statuses) without a recognized link to a next page as the last page. Otherwise it fails with an SmsQueryException that has the statuses read so far, because there may be more.")
    private boolean acceptFullLastPage;
    @UriParam(label = "consumer,advanced", defaultValue = "0", javaType = "java.time.Duration")
    @Metadata(description = "The health check of the consumer is down when no poll has succeeded for longer than this. 0 means ten times delay, multiplied by backoffMultiplier if it is set, but at least 5 minutes; with another scheduler, such as Quartz, it disables this check.")
    private long healthMaxPollAge;

    /** Names of the options shared by an account that were set here, and not copied from the component. */
    private Set<String> explicit = new HashSet<>();

    /** Returns the names of the options shared by an account that were set on this object. */
    Set<String> explicit() {
        return explicit;
    }

    public @Nullable String getBaseUrl() {
        return baseUrl;
    }

    /**
     * Sets the base address of the service, http or https, without <code>/v1</code>, query, fragment and credentials.
     * Required.
     */
    public void setBaseUrl(@Nullable String baseUrl) {
        this.baseUrl = baseUrl;
    }

    public @Nullable String getUsername() {
        return username;
    }

    /** Sets the user name of the account, without a colon. Required. */
    public void setUsername(@Nullable String username) {
        this.username = username;
    }

    public @Nullable String getPassword() {
        return password;
    }

    /** Sets the password of the account. Required. */
    public void setPassword(@Nullable String password) {
        this.password = password;
    }

    public @Nullable SSLContextParameters getSslContextParameters() {
        return sslContextParameters;
    }

    /** Sets the TLS configuration, or null for that of the component or the JVM. */
    public void setSslContextParameters(@Nullable SSLContextParameters sslContextParameters) {
        this.sslContextParameters = sslContextParameters;
        explicit.add("sslContextParameters");
    }

    public boolean isRequireHttps() {
        return requireHttps;
    }

    /** Sets whether startup fails if the base address is http and not loopback. */
    public void setRequireHttps(boolean requireHttps) {
        this.requireHttps = requireHttps;
    }

    public long getRequestTimeout() {
        return requestTimeout;
    }

    /** Sets the total deadline of one HTTP call, in milliseconds, above 0. */
    public void setRequestTimeout(long requestTimeout) {
        this.requestTimeout = requestTimeout;
        explicit.add("requestTimeout");
    }

    public long getConnectTimeout() {
        return connectTimeout;
    }

    /** Sets the timeout until a connection is established, in milliseconds, above 0. */
    public void setConnectTimeout(long connectTimeout) {
        this.connectTimeout = connectTimeout;
        explicit.add("connectTimeout");
    }

    public @Nullable String getProxyHost() {
        return proxyHost;
    }

    /** Sets the host of the HTTP proxy, or null for none. */
    public void setProxyHost(@Nullable String proxyHost) {
        this.proxyHost = proxyHost;
        explicit.add(PROXY);
    }

    public @Nullable Integer getProxyPort() {
        return proxyPort;
    }

    /** Sets the port of the HTTP proxy. */
    public void setProxyPort(@Nullable Integer proxyPort) {
        this.proxyPort = proxyPort;
        explicit.add(PROXY);
    }

    public @Nullable String getNonProxyHosts() {
        return nonProxyHosts;
    }

    /** Sets the hosts that are reached without the proxy, separated by commas, or null for none. */
    public void setNonProxyHosts(@Nullable String nonProxyHosts) {
        this.nonProxyHosts = nonProxyHosts;
        explicit.add(PROXY);
    }

    public String getProxyAuthScheme() {
        return proxyAuthScheme;
    }

    /** Sets the protocol to the proxy, http or https. */
    public void setProxyAuthScheme(String proxyAuthScheme) {
        this.proxyAuthScheme = proxyAuthScheme;
        explicit.add(PROXY);
    }

    public @Nullable String getProxyAuthUsername() {
        return proxyAuthUsername;
    }

    /** Sets the user name at the proxy, or null for none. */
    public void setProxyAuthUsername(@Nullable String proxyAuthUsername) {
        this.proxyAuthUsername = proxyAuthUsername;
        explicit.add(PROXY);
    }

    public @Nullable String getProxyAuthPassword() {
        return proxyAuthPassword;
    }

    /** Sets the password at the proxy, or null for none. */
    public void setProxyAuthPassword(@Nullable String proxyAuthPassword) {
        this.proxyAuthPassword = proxyAuthPassword;
        explicit.add(PROXY);
    }

    public boolean isUseSystemProperties() {
        return useSystemProperties;
    }

    /** Sets whether the JVM's properties for proxies and TLS are used. */
    public void setUseSystemProperties(boolean useSystemProperties) {
        this.useSystemProperties = useSystemProperties;
        explicit.add("useSystemProperties");
    }

    public @Nullable HttpClientConfigurer getHttpClientConfigurer() {
        return httpClientConfigurer;
    }

    /** Sets the configurer of the HTTP client, or null for none. */
    public void setHttpClientConfigurer(@Nullable HttpClientConfigurer httpClientConfigurer) {
        this.httpClientConfigurer = httpClientConfigurer;
        explicit.add("httpClientConfigurer");
    }

    public double getRequestsPerSecond() {
        return requestsPerSecond;
    }

    /** Sets the rate limit of the account in requests per second, at least 0.00001. */
    public void setRequestsPerSecond(double requestsPerSecond) {
        this.requestsPerSecond = requestsPerSecond;
        explicit.add("requestsPerSecond");
    }

    public Pacing getPacing() {
        return pacing;
    }

    /** Sets how the interval between two requests is counted. */
    public void setPacing(Pacing pacing) {
        this.pacing = pacing;
        explicit.add("pacing");
    }

    public int getBatchSize() {
        return batchSize;
    }

    /** Sets the maximum number of messages in a request, 1 to 200. */
    public void setBatchSize(int batchSize) {
        this.batchSize = batchSize;
        explicit.add("batchSize");
    }

    public int getMaxPendingMessages() {
        return maxPendingMessages;
    }

    /** Sets the capacity of the account's queue in messages, 1 or more. */
    public void setMaxPendingMessages(int maxPendingMessages) {
        this.maxPendingMessages = maxPendingMessages;
        explicit.add("maxPendingMessages");
    }

    public SmsWhenQueueFull getWhenQueueFull() {
        return whenQueueFull;
    }

    /** Sets what happens to a single message if the queue is full. */
    public void setWhenQueueFull(SmsWhenQueueFull whenQueueFull) {
        this.whenQueueFull = whenQueueFull;
        explicit.add("whenQueueFull");
    }

    public boolean isBlockWhenFull() {
        return blockWhenFull;
    }

    /** Sets whether the calling thread waits while the queue is full. */
    public void setBlockWhenFull(boolean blockWhenFull) {
        this.blockWhenFull = blockWhenFull;
    }

    public int getMaxRequestsInFlight() {
        return maxRequestsInFlight;
    }

    /** Sets the maximum number of requests in flight, 1 to 64. */
    public void setMaxRequestsInFlight(int maxRequestsInFlight) {
        this.maxRequestsInFlight = maxRequestsInFlight;
        explicit.add("maxRequestsInFlight");
    }

    public long getDeliveryTimeout() {
        return deliveryTimeout;
    }

    /** Sets how long a message may wait in the queue and be retried before it is NOT_SENT, in milliseconds. */
    public void setDeliveryTimeout(long deliveryTimeout) {
        this.deliveryTimeout = deliveryTimeout;
    }

    public boolean isThrowExceptionOnRejected() {
        return throwExceptionOnRejected;
    }

    /** Sets whether a single message that is rejected fails its exchange. */
    public void setThrowExceptionOnRejected(boolean throwExceptionOnRejected) {
        this.throwExceptionOnRejected = throwExceptionOnRejected;
    }

    public boolean isRedeliverUnknown() {
        return redeliverUnknown;
    }

    /** Sets whether Camel's redelivery sends messages of unknown outcome again. */
    public void setRedeliverUnknown(boolean redeliverUnknown) {
        this.redeliverUnknown = redeliverUnknown;
    }

    public boolean isAutoCorrelationId() {
        return autoCorrelationId;
    }

    /** Sets whether a message without a correlation id gets a generated one. */
    public void setAutoCorrelationId(boolean autoCorrelationId) {
        this.autoCorrelationId = autoCorrelationId;
    }

    public boolean isAllowTextList() {
        return allowTextList;
    }

    /** Sets whether the texts of a list are sent to the number in the header <code>CamelSmsDestination</code>. */
    public void setAllowTextList(boolean allowTextList) {
        this.allowTextList = allowTextList;
    }

    public SmsLongMessage getLongMessage() {
        return longMessage;
    }

    /** Sets what happens to a text of more than 160 characters. */
    public void setLongMessage(SmsLongMessage longMessage) {
        this.longMessage = longMessage;
    }

    public boolean isTransliterate() {
        return transliterate;
    }

    /** Sets whether characters outside GSM-7 are replaced before the length of a text is checked. */
    public void setTransliterate(boolean transliterate) {
        this.transliterate = transliterate;
    }

    public SmsResults getResults() {
        return results;
    }

    /** Sets which results an exchange of many messages has in its body. */
    public void setResults(SmsResults results) {
        this.results = results;
    }

    public boolean isDryRun() {
        return dryRun;
    }

    /** Sets whether messages are only checked, and nothing is sent or stored. */
    public void setDryRun(boolean dryRun) {
        this.dryRun = dryRun;
    }

    public @Nullable BigDecimal getPricePerSegment() {
        return pricePerSegment;
    }

    /** Sets the price of one SMS segment, 0 or more, for the cost of a dry run; null for none. */
    public void setPricePerSegment(@Nullable BigDecimal pricePerSegment) {
        this.pricePerSegment = pricePerSegment;
    }

    public SmsCompleteOn getCompleteOn() {
        return completeOn;
    }

    /** Sets when an exchange completes. */
    public void setCompleteOn(SmsCompleteOn completeOn) {
        this.completeOn = completeOn;
    }

    public boolean isJoinTransaction() {
        return joinTransaction;
    }

    /** Sets whether messages are stored in the caller's transaction, on the caller's thread. */
    public void setJoinTransaction(boolean joinTransaction) {
        this.joinTransaction = joinTransaction;
    }

    public @Nullable String getKeepHeaders() {
        return keepHeaders;
    }

    /** Sets the names of headers to store with each message, separated by commas, or null for none. */
    public void setKeepHeaders(@Nullable String keepHeaders) {
        this.keepHeaders = keepHeaders;
    }

    public boolean isOfferResults() {
        return offerResults;
    }

    /** Sets whether outcomes are offered to <code>sms:results</code>. */
    public void setOfferResults(boolean offerResults) {
        this.offerResults = offerResults;
    }

    public boolean isReconcile() {
        return reconcile;
    }

    /** Sets whether messages of unknown outcome are looked up. */
    public void setReconcile(boolean reconcile) {
        this.reconcile = reconcile;
        explicit.add("reconcile");
    }

    public long getReconcileAfter() {
        return reconcileAfter;
    }

    /** Sets the time until the first lookup of a message of unknown outcome, in milliseconds. */
    public void setReconcileAfter(long reconcileAfter) {
        this.reconcileAfter = reconcileAfter;
        explicit.add("reconcileAfter");
    }

    public long getReconcileFor() {
        return reconcileFor;
    }

    /**
     * Sets how long a message of unknown outcome is looked up before <code>whenNotFound</code> applies, in
     * milliseconds.
     */
    public void setReconcileFor(long reconcileFor) {
        this.reconcileFor = reconcileFor;
        explicit.add("reconcileFor");
    }

    public SmsWhenNotFound getWhenNotFound() {
        return whenNotFound;
    }

    /** Sets what happens to a message of unknown outcome of which the service has no record. */
    public void setWhenNotFound(SmsWhenNotFound whenNotFound) {
        this.whenNotFound = whenNotFound;
        explicit.add("whenNotFound");
    }

    public boolean isBatching() {
        return batching;
    }

    /** Sets whether all statuses of a block are one exchange. */
    public void setBatching(boolean batching) {
        this.batching = batching;
    }

    public long getHealthMaxBacklogAge() {
        return healthMaxBacklogAge;
    }

    /**
     * Sets the age of a pending message above which the health check is down, in milliseconds; 0 for half of the
     * delivery timeout, without messages that wait only in the message store.
     */
    public void setHealthMaxBacklogAge(long healthMaxBacklogAge) {
        this.healthMaxBacklogAge = healthMaxBacklogAge;
    }

    public SmsStatusQuery getQuery() {
        return query;
    }

    /** Sets which statuses are read. */
    public void setQuery(SmsStatusQuery query) {
        this.query = query;
    }

    public String getNumberRegion() {
        return numberRegion;
    }

    /** Sets the country of the phone numbers, as a code of ISO 3166, or none to disable their check. */
    public void setNumberRegion(String numberRegion) {
        this.numberRegion = numberRegion;
    }

    public String getZone() {
        return zone;
    }

    /** Sets the time zone of queries by date and of dates without offset, as an id of {@link java.time.ZoneId}. */
    public void setZone(String zone) {
        this.zone = zone;
        explicit.add("zone");
    }

    public boolean isAcceptFullLastPage() {
        return acceptFullLastPage;
    }

    /** Sets whether a query by date accepts a full page without a link to the next one as the last page. */
    public void setAcceptFullLastPage(boolean acceptFullLastPage) {
        this.acceptFullLastPage = acceptFullLastPage;
    }

    public long getHealthMaxPollAge() {
        return healthMaxPollAge;
    }

    /**
     * Sets the time without a successful poll after which the health check is down, in milliseconds; 0 for ten times
     * the delay and the backoff multiplier, but at least 5 minutes.
     */
    public void setHealthMaxPollAge(long healthMaxPollAge) {
        this.healthMaxPollAge = healthMaxPollAge;
    }

    /**
     * Returns an independent copy. Its values are defaults: an endpoint with the copy follows its account until an
     * option is set on the copy.
     */
    public SmsConfiguration copy() {
        try {
            SmsConfiguration copy = (SmsConfiguration) super.clone();
            copy.explicit = new HashSet<>();
            return copy;
        } catch (CloneNotSupportedException e) {
            throw new RuntimeCamelException(e);
        }
    }
}
