package io.github.camelsms.client;

import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;

import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsMessage;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.apache.hc.client5.http.classic.HttpClient;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.ChainElement;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

import org.apache.camel.CamelContext;
import org.apache.camel.component.http.CompositeHttpConfigurer;
import org.apache.camel.component.http.HttpComponent;
import org.apache.camel.component.http.HttpEndpoint;
import org.apache.camel.support.service.ServiceHelper;
import org.apache.camel.support.service.ServiceSupport;

/**
 * Client of the SMS service (interface, "Endpoints"), with the HTTP client of Camel's HTTP component.
 * <p>
 * The operations block until the response is complete or the deadline has passed. They return errors of the network and
 * of the service as results and do not throw them. Start the client before use. Thread-safe; all threads share one
 * connection pool.
 * <p>
 * The HTTP component is a separate instance that is not registered in the Camel context: its options are those of the
 * account. A call is at most one request on the wire: there are no retries and no redirects, and credentials are sent
 * only to the configured address.
 */
public final class SmsServiceClient extends ServiceSupport {

    private final CamelContext context;
    private final SmsServiceSettings settings;
    private final ScheduledExecutorService deadlines;
    private final FailureReason reasons;
    private final InstantSource clock;
    private final DnsResolver names;
    private final Credentials credentials;
    private final URI sendAddress;
    private final URI statusAddress;
    private final URI statusByDateAddress;
    private final StatusOperations statuses;

    private volatile @Nullable HttpComponent component;
    private volatile @Nullable HttpEndpoint endpoint;
    private volatile @Nullable HttpClient client;
    private volatile @Nullable ScheduledFuture<?> eviction;

    /**
     * @param context   resolves the TLS parameters
     * @param deadlines cancels calls at their deadline; not shut down by the client
     * @param sleeper   waits before a throttled query is retried
     * @param nanos     a monotonic clock, in nanoseconds; limits queries of many pages
     * @param clock     dates responses without a date
     */
    public SmsServiceClient(CamelContext context, SmsServiceSettings settings, ScheduledExecutorService deadlines,
                            Sleeper sleeper, LongSupplier nanos, InstantSource clock) {
        this(context, settings, deadlines, sleeper, nanos, clock, SystemDefaultDnsResolver.INSTANCE);
    }

    SmsServiceClient(CamelContext context, SmsServiceSettings settings, ScheduledExecutorService deadlines,
                     Sleeper sleeper, LongSupplier nanos, InstantSource clock, DnsResolver names) {
        this.context = context;
        this.names = names;
        this.settings = settings;
        this.deadlines = deadlines;
        this.clock = clock;
        this.credentials = Credentials.of(settings.username(), settings.password());
        this.reasons = new FailureReason(settings, credentials);
        this.sendAddress = address(settings.baseUrl(), "/v1/send");
        this.statusAddress = address(settings.baseUrl(), "/v1/status");
        this.statusByDateAddress = address(settings.baseUrl(), "/v1/status/date");
        this.statuses = new StatusOperations(this, sleeper, nanos);
    }

    private static URI address(URI base, String path) {
        String basePath = base.getRawPath() == null ? "" : base.getRawPath().replaceFirst("/+$", "");
        String port = base.getPort() < 0 ? "" : ":" + base.getPort();
        return URI.create(base.getScheme() + "://" + base.getHost() + port + basePath + path);
    }

    /**
     * Posts a batch to <code>/v1/send</code> with at most one request on the wire.
     *
     * @param batch      1 to 200 valid messages whose correlation ids are unique or null
     * @param httpStatus receives the HTTP status of the response, if there is one
     * @param mayDepart  called when the connection is established, immediately before the first byte is sent; false
     *                   withholds the request
     */
    public SendResponse send(List<SmsMessage> batch, IntConsumer httpStatus, BooleanSupplier mayDepart) {
        HttpPost request = new HttpPost(sendAddress);
        request.setEntity(SendRequestWriter.write(batch));
        HttpReply reply = call(request, mayDepart);
        if (reply instanceof HttpReply.Received response) {
            httpStatus.accept(response.status());
            return SendResponseReader.read(batch, response);
        }
        if (reply instanceof HttpReply.Lost lost) {
            Integer status = lost.status();
            if (status != null) {
                httpStatus.accept(status);
            }
            return new SendResponse.Unknown(lost.status(), lost.reason());
        }
        if (reply instanceof HttpReply.Withheld) {
            return new SendResponse.Withheld("the account's lease ended before the request was sent");
        }
        return new SendResponse.NotConnected(((HttpReply.NotConnected) reply).reason());
    }

    /** Returns the operations that read statuses. */
    public StatusOperations statuses() {
        return statuses;
    }

    /** Returns the URL of send requests; it has no credentials. */
    public URI sendAddress() {
        return sendAddress;
    }

    /** Gets <code>/v1/status</code>. */
    HttpReply fetchStatus() {
        return call(new HttpGet(statusAddress), () -> true);
    }

    /**
     * Gets <code>/v1/status/date</code>.
     *
     * @param rawQuery query string, percent-encoded, without the question mark
     */
    HttpReply fetchStatusByDate(String rawQuery) {
        return call(new HttpGet(URI.create(URI.create(statusByDateAddress + "?" + rawQuery).toASCIIString())), () -> true);
    }

    /** Returns the address of the by-date query, without query string. */
    URI statusByDateAddress() {
        return statusByDateAddress;
    }

    Credentials credentials() {
        return credentials;
    }

    private HttpReply call(HttpUriRequestBase request, BooleanSupplier mayDepart) {
        HttpClient started = client;
        if (started == null || !isStarted()) {
            return new HttpReply.NotConnected("the client is not started");
        }
        request.setHeader("Authorization", credentials.authorization());
        request.setHeader("Accept", "application/json");
        return new HttpCall(request, credentials, reasons, clock, mayDepart)
                .execute(started, settings.connection().proxy(), deadlines, settings.requestTimeout());
    }

    @Override
    protected void doStart() throws Exception {
        PoolingHttpClientConnectionManager pool = ConnectionPool.create(context, settings, names);
        HttpComponent http = new HttpComponent();
        http.setCamelContext(context);
        http.setClientConnectionManager(pool);
        http.setRedirectHandlingDisabled(true);
        http.setAutomaticRetriesDisabled(true);
        http.setCookieManagementDisabled(true);
        http.setAuthCachingDisabled(true);
        http.setConnectionStateDisabled(true);
        http.setUseSystemProperties(settings.connection().useSystemProperties());
        http.setHttpClientConfigurer(settings.connection().configurer());
        useProxy(http);
        ServiceHelper.startService(http);
        component = http;
        HttpEndpoint httpEndpoint = (HttpEndpoint) http.createEndpoint(sendAddress.toString());
        CompositeHttpConfigurer configurers = new CompositeHttpConfigurer();
        configurers.addConfigurer(httpEndpoint.getHttpClientConfigurer());
        // Last, so that it cannot be undone.
        configurers.addConfigurer(builder -> configure(builder, pool));
        httpEndpoint.setHttpClientConfigurer(configurers);
        ServiceHelper.startService(httpEndpoint);
        endpoint = httpEndpoint;
        client = httpEndpoint.getHttpClient();
        long period = ConnectionPool.IDLE_LIMIT.toMilliseconds();
        eviction = deadlines.scheduleWithFixedDelay(
                () -> ConnectionPool.evict(pool), period, period, TimeUnit.MILLISECONDS);
    }

    private void useProxy(HttpComponent http) {
        ConnectionSettings.Proxy proxy = settings.connection().proxy();
        if (proxy != null) {
            http.setProxyHost(proxy.host());
            http.setProxyPort(proxy.port());
            http.setProxyAuthScheme(proxy.scheme());
            http.setProxyAuthUsername(proxy.username());
            http.setProxyAuthPassword(proxy.password());
            http.setNonProxyHosts(proxy.nonProxyHosts());
        }
    }

    private void configure(HttpClientBuilder builder, PoolingHttpClientConnectionManager pool) {
        boolean isTls = ConnectionPool.isTls(settings);
        builder.setConnectionManager(pool);
        builder.setDefaultRequestConfig(
                RequestConfig.custom()
                        .setConnectionRequestTimeout(Timeout.of(settings.requestTimeout()))
                        // The service is authenticated pre-emptively, and a challenge would repeat the request. That of
                        // a proxy only repeats the request for a tunnel.
                        .setTargetPreferredAuthSchemes(List.of())
                        .setProxyPreferredAuthSchemes(isTls ? null : List.of())
                        .setRedirectsEnabled(false)
                        // Otherwise a GET over plain HTTP requests an upgrade to TLS.
                        .setProtocolUpgradeEnabled(false)
                        .build());
        builder.addExecInterceptorFirst("sms-route", HttpCall::markRoute);
        builder.addExecInterceptorBefore(
                ChainElement.MAIN_TRANSPORT.name(), "sms-departure-mark", HttpCall::markDeparture);
    }

    @Override
    protected void doStop() {
        if (eviction != null) {
            eviction.cancel(false);
        }
        ServiceHelper.stopService(endpoint, component);
    }
}
