package io.github.camelsms.client;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Producer;
import org.apache.camel.component.http.HttpComponent;
import org.apache.camel.component.http.HttpConstants;
import org.apache.camel.component.http.HttpEndpoint;
import org.apache.camel.http.common.HttpMethods;
import org.apache.camel.support.service.ServiceHelper;
import org.apache.camel.support.service.ServiceSupport;

/**
 * Carries one request to the service and its response back, on Camel's HTTP component.
 * <p>
 * The component is our own instance, unknown to the Camel context, so that no configuration of the user's HTTP calls
 * reaches it. One call is one request on the wire at most: nothing is retried or followed, and credentials go to the
 * configured address only. Safe for use by several threads.
 */
final class HttpTransport extends ServiceSupport {

    static final int MAX_BODY_BYTES = 8 * 1024 * 1024;

    private final CamelContext context;
    private final SmsServiceSettings settings;
    private final ScheduledExecutorService deadlines;
    private final FailureReason words;
    private final String authorization;

    private volatile @Nullable HttpComponent http;
    private volatile @Nullable Producer send;
    private volatile @Nullable Producer notConsulted;
    private volatile @Nullable Producer byDate;
    private volatile @Nullable ScheduledFuture<?> eviction;

    HttpTransport(CamelContext context, SmsServiceSettings settings, ScheduledExecutorService deadlines) {
        this.context = context;
        this.settings = settings;
        this.deadlines = deadlines;
        this.words = new FailureReason(settings.baseUrl(), settings.requestTimeout());
        String pair = settings.username() + ":" + settings.password();
        this.authorization = "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    /** Posts a JSON body to <code>/v1/send</code>. */
    HttpReply postSend(HttpEntity json) {
        return call(send, null, json);
    }

    /** Gets <code>/v1/status</code>. */
    HttpReply fetchStatus() {
        return call(notConsulted, null, null);
    }

    /**
     * Gets <code>/v1/status/date</code>.
     *
     * @param rawQuery query string, percent-encoded, without the question mark
     */
    HttpReply fetchStatusByDate(String rawQuery) {
        return call(byDate, rawQuery, null);
    }

    /** Address of the by-date query, without query string. */
    URI statusByDateAddress() {
        return URI.create(address("/v1/status/date"));
    }

    private HttpReply call(@Nullable Producer producer, @Nullable String rawQuery, @Nullable HttpEntity json) {
        if (producer == null || !isStarted()) {
            return new HttpReply.NotConnected("the client is not started");
        }
        Exchange exchange = producer.getEndpoint().createExchange();
        Message request = exchange.getIn();
        request.setHeader("Authorization", authorization);
        request.setHeader("Accept", "application/json");
        if (rawQuery != null) {
            request.setHeader(HttpConstants.HTTP_RAW_QUERY, rawQuery);
        }
        if (json != null) {
            request.setBody(json);
        }
        try {
            producer.process(exchange);
            return received(exchange.getMessage());
        } catch (CallFailedException e) {
            return e.toReply();
        } catch (Exception e) {
            return new HttpReply.Lost(null, words.lost(e, false, null));
        }
    }

    private static HttpReply received(Message response) throws IOException {
        Integer status = response.getHeader(HttpConstants.HTTP_RESPONSE_CODE, Integer.class);
        byte[] body = new byte[0];
        if (response.getBody() instanceof InputStream content) {
            body = content.readAllBytes();
        }
        return new HttpReply.Received(
                status, body, response.getHeader(HttpConstants.CONTENT_TYPE, String.class),
                RetryAfter.longest(all(response, "Retry-After"), first(response, "Date")), all(response, "Link"));
    }

    private static @Nullable String first(Message response, String header) {
        List<String> values = all(response, header);
        return values.isEmpty() ? null : values.get(0);
    }

    private static List<String> all(Message response, String header) {
        Object value = response.getHeader(header);
        if (value instanceof List<?> values) {
            return values.stream().map(String::valueOf).toList();
        }
        return value == null ? List.of() : List.of(value.toString());
    }

    @Override
    protected void doStart() throws Exception {
        PoolingHttpClientConnectionManager pool = ConnectionPool.create(context, settings);
        HttpComponent component = new HttpComponent();
        component.setCamelContext(context);
        component.setClientConnectionManager(pool);
        component.setRedirectHandlingDisabled(true);
        component.setAutomaticRetriesDisabled(true);
        component.setCookieManagementDisabled(true);
        component.setAuthCachingDisabled(true);
        component.setConnectionStateDisabled(true);
        component.setCopyHeaders(false);
        ServiceHelper.startService(component);
        http = component;
        send = producer(component, "/v1/send", HttpMethods.POST, true);
        notConsulted = producer(component, "/v1/status", HttpMethods.GET, true);
        // The one whose query differs from call to call, which Camel takes from a control header of our own exchange.
        byDate = producer(component, "/v1/status/date", HttpMethods.GET, false);
        long period = ConnectionPool.IDLE_LIMIT.toMilliseconds();
        eviction = deadlines.scheduleWithFixedDelay(() -> evict(pool), period, period, TimeUnit.MILLISECONDS);
    }

    private Producer producer(HttpComponent component, String path, HttpMethods method, boolean skipControlHeaders)
            throws Exception {
        HttpEndpoint endpoint = (HttpEndpoint) component.createEndpoint(address(path));
        endpoint.setHttpMethod(method);
        endpoint.setThrowExceptionOnFailure(false);
        endpoint.setDisableStreamCache(true);
        endpoint.setSkipControlHeaders(skipControlHeaders);
        ExchangeGuard guard = new ExchangeGuard(deadlines, settings.requestTimeout(), MAX_BODY_BYTES, words);
        endpoint.setHttpClientConfigurer(builder -> {
            builder.setDefaultRequestConfig(requestConfig());
            guard.configureHttpClient(builder);
        });
        Producer producer = endpoint.createProducer();
        ServiceHelper.startService(endpoint, producer);
        return producer;
    }

    private RequestConfig requestConfig() {
        return RequestConfig.custom()
                .setConnectionRequestTimeout(Timeout.of(settings.requestTimeout()))
                .setAuthenticationEnabled(false)
                .setRedirectsEnabled(false)
                // Without this a GET over plain HTTP asks the service to switch to TLS.
                .setProtocolUpgradeEnabled(false)
                .build();
    }

    private String address(String path) {
        URI base = settings.baseUrl();
        String basePath = base.getRawPath() == null ? "" : base.getRawPath().replaceFirst("/+$", "");
        String port = base.getPort() < 0 ? "" : ":" + base.getPort();
        return base.getScheme() + "://" + base.getHost() + port + basePath + path;
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
        for (Producer producer : new @Nullable Producer[] { send, notConsulted, byDate }) {
            if (producer != null) {
                ServiceHelper.stopService(producer, producer.getEndpoint());
            }
        }
        ServiceHelper.stopService(http);
    }
}
