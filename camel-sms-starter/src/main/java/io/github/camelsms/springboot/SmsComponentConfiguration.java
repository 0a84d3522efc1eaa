package io.github.camelsms.springboot;

import java.time.Duration;
import java.util.concurrent.ExecutorService;

import io.github.camelsms.SmsConfiguration;
import io.github.camelsms.SmsResults;
import io.github.camelsms.SmsStatusQuery;
import io.github.camelsms.SmsWhenQueueFull;
import io.github.camelsms.dispatch.pacing.Pacing;
import io.github.camelsms.text.SmsLongMessage;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

import org.apache.camel.spring.boot.ComponentConfigurationPropertiesCommon;
import org.apache.camel.support.jsse.SSLContextParameters;

/**
 * The properties <code>camel.component.sms.*</code>: the options of the component, as Spring Boot binds and IDEs
 * complete them.
 * <p>
 * A property that is not set is null and leaves its option as it is, so that a component or a configuration that the
 * application defines as a bean keeps what it was given.
 */
@ConfigurationProperties(prefix = SmsComponentConfiguration.PREFIX)
public class SmsComponentConfiguration extends ComponentConfigurationPropertiesCommon {

    static final String PREFIX = "camel.component.sms";

    /**
     * Service base address, for example https://sms.example.com. Needed on the component or on the endpoint.
     */
    private @Nullable String baseUrl;
    /**
     * The options that endpoints start from.
     */
    private @Nullable SmsConfiguration configuration;
    /**
     * Which statuses to read: those not consulted yet, each of which the service answers once only, or those by send
     * date (as a producer, with the header CamelSmsDate).
     */
    private @Nullable SmsStatusQuery query;
    /**
     * Total deadline of one HTTP call, from connect to the last byte of the answer's body.
     */
    private @Nullable Duration requestTimeout;
    /**
     * Time zone in which a date without one is read: that of a by-date query, and a scheduled date.
     */
    private @Nullable String zone;
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
     * The health check of the consumer is down when no poll has succeeded for longer than this. 0 stands for ten times
     * delay, but at least 5 minutes; with a scheduler of its own, such as Quartz, for no such check.
     */
    private @Nullable Duration healthMaxPollAge;
    /**
     * Whether a by-date query takes a full page (100 statuses) without a recognized link to another one for the last
     * one. Otherwise it fails with an SmsQueryException that has what was read, because there may be more.
     */
    private @Nullable Boolean acceptFullLastPage;
    /**
     * Whether a message without a correlation id gets one of its own, so that its status can be found.
     */
    private @Nullable Boolean autoCorrelationId;
    /**
     * Most messages in one request, 1 to 200. All send endpoints of one account must agree.
     */
    private @Nullable Integer batchSize;
    /**
     * How long a message may wait for its slot and its safe retries before it comes back NOT_SENT.
     */
    private @Nullable Duration deliveryTimeout;
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
     * What becomes of a message with a text of more than 160 characters: it is rejected; split into up to 9 numbered
     * messages, each charged as one, with one result for the whole; or truncated to 160 characters.
     */
    private @Nullable SmsLongMessage longMessage;
    /**
     * Bound of the account's queue. Past it callers are held back until there is room. All send endpoints of one
     * account must agree.
     */
    private @Nullable Integer maxPendingMessages;
    /**
     * How the interval between two requests is counted: adaptive keeps as close to it as the network allows and learns
     * from a 429; strict counts from the previous answer, so that the service never sees two requests too close. All
     * send endpoints of one account must agree.
     */
    private @Nullable Pacing pacing;
    /**
     * Send requests per second that the account is allowed; decimals are fine. All send endpoints of one account must
     * agree.
     */
    private @Nullable Double requestsPerSecond;
    /**
     * What an exchange of many messages gets as its body: all results, only the problems (what was not accepted), or no
     * results and only the count headers.
     */
    private @Nullable SmsResults results;
    /**
     * Whether a single message that is rejected fails its exchange with an SmsRejectedException. Otherwise the exchange
     * completes and the outcome says REJECTED.
     */
    private @Nullable Boolean throwExceptionOnRejected;
    /**
     * Whether characters outside the 7-bit alphabet of GSM 03.38 are replaced with the nearest ones inside it, before
     * the text's length is looked at.
     */
    private @Nullable Boolean transliterate;
    /**
     * What becomes of a single message that finds the account's queue full: its exchange waits, without a thread, until
     * the message has had its turn, or it fails at once with an SmsNotSentException. Only what has the same or a higher
     * priority counts. An exchange of many always waits, as its messages are read while the queue drains. All send
     * endpoints of one account must agree.
     */
    private @Nullable SmsWhenQueueFull whenQueueFull;
    /**
     * The health check of the producer is down when a message has waited longer than this. 0 stands for half of
     * deliveryTimeout.
     */
    private @Nullable Duration healthMaxBacklogAge;
    /**
     * Most requests without an answer at one time, 1 to 64. It bounds the pace only where an answer takes longer than
     * this many intervals. All send endpoints of one account must agree.
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
     * Password of the account. Needed on the component or on the endpoint.
     */
    private @Nullable String password;
    /**
     * Whether the start fails if baseUrl is an http address that is not loopback. Otherwise the account logs a warning
     * at its start, because user name, password and messages travel in clear.
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
     * Thread pool on which exchanges continue once their messages have results, in place of one of the component. You
     * must shut it down yourself. What it rejects continues on a thread of the component.
     */
    private @Nullable ExecutorService workerPool;
    /**
     * User name of the account, sent pre-emptively with HTTP Basic authentication. It identifies the account and is
     * shown in logs, JMX, health checks and metrics. Needed on the component or on the endpoint.
     */
    private @Nullable String username;

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

    public @Nullable String getZone() {
        return zone;
    }

    public void setZone(@Nullable String zone) {
        this.zone = zone;
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

    public @Nullable Duration getDeliveryTimeout() {
        return deliveryTimeout;
    }

    public void setDeliveryTimeout(@Nullable Duration deliveryTimeout) {
        this.deliveryTimeout = deliveryTimeout;
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

    public @Nullable Pacing getPacing() {
        return pacing;
    }

    public void setPacing(@Nullable Pacing pacing) {
        this.pacing = pacing;
    }

    public @Nullable Double getRequestsPerSecond() {
        return requestsPerSecond;
    }

    public void setRequestsPerSecond(@Nullable Double requestsPerSecond) {
        this.requestsPerSecond = requestsPerSecond;
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

    public @Nullable ExecutorService getWorkerPool() {
        return workerPool;
    }

    public void setWorkerPool(@Nullable ExecutorService workerPool) {
        this.workerPool = workerPool;
    }
}
