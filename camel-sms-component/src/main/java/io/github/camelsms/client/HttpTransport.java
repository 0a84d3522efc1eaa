package io.github.camelsms.client;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import org.apache.hc.client5.http.classic.HttpClient;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.ChainElement;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

import org.apache.camel.CamelContext;
import org.apache.camel.component.http.HttpComponent;
import org.apache.camel.component.http.HttpEndpoint;
import org.apache.camel.support.service.ServiceHelper;
import org.apache.camel.support.service.ServiceSupport;

/**
 * HTTP transport to the service, with the client of Camel's HTTP component.
 * <p>
 * The component is a separate instance that is not registered in the Camel context, so the user's HTTP configuration
 * does not affect it. A call is at most one request on the wire: there are no retries and no redirects, and credentials
 * are sent only to the configured address. Thread-safe.
 */
final class HttpTransport extends ServiceSupport {

    static final int MAX_BODY_BYTES = 8 * 1024 * 1024;

    private final CamelContext context;
    private final SmsServiceSettings settings;
    private final ScheduledExecutorService deadlines;
    private final FailureReason reasons;
    private final String authorization;
    private final URI sendAddress;
    private final URI statusAddress;
    private final URI statusByDateAddress;

    private volatile @Nullable HttpComponent component;
    private volatile @Nullable HttpEndpoint endpoint;
    private volatile @Nullable HttpClient client;
    private volatile @Nullable ScheduledFuture<?> eviction;

    HttpTransport(CamelContext context, SmsServiceSettings settings, ScheduledExecutorService deadlines) {
        this.context = context;
        this.settings = settings;
        this.deadlines = deadlines;
        this.reasons = new FailureReason(settings.baseUrl(), settings.requestTimeout());
        String pair = settings.username() + ":" + settings.password();
        this.authorization = "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
        this.sendAddress = address(settings.baseUrl(), "/v1/send");
        this.statusAddress = address(settings.baseUrl(), "/v1/status");
        this.statusByDateAddress = address(settings.baseUrl(), "/v1/status/date");
    }

    private static URI address(URI base, String path) {
        String basePath = base.getRawPath() == null ? "" : base.getRawPath().replaceFirst("/+$", "");
        String port = base.getPort() < 0 ? "" : ":" + base.getPort();
        return URI.create(base.getScheme() + "://" + base.getHost() + port + basePath + path);
    }

    /**
     * Posts a JSON body to <code>/v1/send</code>.
     *
     * @param mayLeave called when the connection is established, immediately before the first byte is sent; false
     *                 withholds the request
     */
    HttpReply postSend(HttpEntity json, BooleanSupplier mayLeave) {
        HttpPost request = new HttpPost(sendAddress);
        request.setEntity(json);
        return call(request, mayLeave);
    }

    /** Gets <code>/v1/status</code>. */
    HttpReply fetchStatus() {
        return call(new HttpGet(statusAddress));
    }

    /**
     * Gets <code>/v1/status/date</code>.
     *
     * @param rawQuery query string, percent-encoded, without the question mark
     */
    HttpReply fetchStatusByDate(String rawQuery) {
        return call(new HttpGet(URI.create(URI.create(statusByDateAddress + "?" + rawQuery).toASCIIString())));
    }

    /** Returns the address of the by-date query, without query string. */
    URI statusByDateAddress() {
        return statusByDateAddress;
    }

    private HttpReply call(HttpUriRequestBase request) {
        return call(request, () -> true);
    }

    private HttpReply call(HttpUriRequestBase request, BooleanSupplier mayLeave) {
        HttpClient started = client;
        if (started == null || !isStarted()) {
            return new HttpReply.NotConnected("the client is not started");
        }
        request.setHeader("Authorization", authorization);
        request.setHeader("Accept", "application/json");
        return new HttpCall(request, MAX_BODY_BYTES, reasons, mayLeave)
                .execute(started, deadlines, settings.requestTimeout());
    }

    @Override
    protected void doStart() throws Exception {
        PoolingHttpClientConnectionManager pool = ConnectionPool.create(context, settings);
        HttpComponent http = new HttpComponent();
        http.setCamelContext(context);
        http.setClientConnectionManager(pool);
        http.setRedirectHandlingDisabled(true);
        http.setAutomaticRetriesDisabled(true);
        http.setCookieManagementDisabled(true);
        http.setAuthCachingDisabled(true);
        http.setConnectionStateDisabled(true);
        ServiceHelper.startService(http);
        component = http;
        HttpEndpoint httpEndpoint = (HttpEndpoint) http.createEndpoint(sendAddress.toString());
        httpEndpoint.setHttpClientConfigurer(this::configure);
        ServiceHelper.startService(httpEndpoint);
        endpoint = httpEndpoint;
        client = httpEndpoint.getHttpClient();
        long period = ConnectionPool.IDLE_LIMIT.toMilliseconds();
        eviction = deadlines.scheduleWithFixedDelay(() -> evict(pool), period, period, TimeUnit.MILLISECONDS);
    }

    private void configure(HttpClientBuilder builder) {
        builder.setDefaultRequestConfig(
                RequestConfig.custom()
                        .setConnectionRequestTimeout(Timeout.of(settings.requestTimeout()))
                        .setAuthenticationEnabled(false)
                        .setRedirectsEnabled(false)
                        // Otherwise a GET over plain HTTP requests an upgrade to TLS.
                        .setProtocolUpgradeEnabled(false)
                        .build());
        builder.addExecInterceptorBefore(
                ChainElement.MAIN_TRANSPORT.name(), "sms-departure-mark", HttpCall::markDeparture);
    }

    static void evict(PoolingHttpClientConnectionManager pool) {
        pool.closeExpired();
        pool.closeIdle(ConnectionPool.IDLE_LIMIT);
    }

    @Override
    protected void doStop() {
        if (eviction != null) {
            eviction.cancel(false);
        }
        ServiceHelper.stopService(endpoint, component);
    }
}
