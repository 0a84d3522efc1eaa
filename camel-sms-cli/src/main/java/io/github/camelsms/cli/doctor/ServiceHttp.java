package io.github.camelsms.cli.doctor;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

import com.fasterxml.jackson.databind.JsonNode;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.ChainElement;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP client that shows responses as they are, and makes exactly one request per call: no retries, no redirects, no
 * cookies. Not thread-safe.
 */
final class ServiceHttp implements AutoCloseable {

    private static final int MAX_BODY = 64 * 1024 * 1024;

    /** What became of a request. */
    sealed interface Reply {

        /** Returns the response, or null if there is none. */
        default @Nullable Received received() {
            return this instanceof Received received ? received : null;
        }
    }

    /** A complete response. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Received(int status, byte[] body, @Nullable String retryAfter, List<String> links,
            @Nullable JsonNode json) implements Reply {

        boolean isSuccess() {
            return status >= 200 && status < 300;
        }

        boolean isThrottled() {
            return status == 429 || Json.hasCode(json, 429);
        }

        /** Shows no body, which has phone numbers. */
        @Override
        public String toString() {
            return "Received[status=" + status + ", length=" + body.length + "]";
        }
    }

    /**
     * A byte of the request may have been sent, and there is no complete response.
     *
     * @param partial the beginning of the body
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Lost(String reason, byte[] partial) implements Reply {

        @Override
        public String toString() {
            return "Lost[reason=" + reason + "]";
        }
    }

    /** No byte of the request was sent. */
    record NotConnected(String reason, boolean isTls) implements Reply {
    }

    private final URI baseUrl;
    private final String authorization;
    private final Duration deadline;
    private final CloseableHttpClient client;
    private final ScheduledExecutorService deadlines = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "camel-sms-doctor-deadline");
        thread.setDaemon(true);
        return thread;
    });
    private volatile boolean hasDeparted;
    private @Nullable SSLSession session;

    /**
     * @param deadline limit of a call, and of its connection
     */
    ServiceHttp(URI baseUrl, String username, String password, Duration deadline) {
        this.baseUrl = baseUrl;
        this.deadline = deadline;
        this.authorization = "Basic " + Base64.getEncoder()
                .encodeToString((username + ":" + password).getBytes(StandardCharsets.UTF_8));
        Timeout timeout = Timeout.of(deadline);
        this.client = HttpClients.custom()
                .useSystemProperties()
                .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                        .useSystemProperties()
                        .setTlsSocketStrategy(DefaultClientTlsStrategy.createSystemDefault())
                        .setDefaultConnectionConfig(ConnectionConfig.custom().setConnectTimeout(timeout)
                                .setSocketTimeout(timeout).setValidateAfterInactivity(TimeValue.ofMilliseconds(100)).build())
                        .build())
                .setDefaultRequestConfig(RequestConfig.custom().setProtocolUpgradeEnabled(false)
                        .setTargetPreferredAuthSchemes(List.of()).setProxyPreferredAuthSchemes(List.of()).build())
                .disableAutomaticRetries()
                .disableRedirectHandling()
                .disableCookieManagement()
                .disableAuthCaching()
                .disableContentCompression()
                .addExecInterceptorBefore(ChainElement.MAIN_TRANSPORT.name(), "doctor-departure", (request, scope, chain) -> {
                    hasDeparted = true;
                    return chain.proceed(request, scope);
                })
                .build();
    }

    /** Gets a path below the base address, with its query string. */
    Reply get(String path) {
        return call(new HttpGet(address(path)), true);
    }

    /** Gets a path without credentials. */
    Reply getAnonymously(String path) {
        return call(new HttpGet(address(path)), false);
    }

    /** Posts a JSON document. */
    Reply post(String path, byte[] json) {
        HttpPost request = new HttpPost(address(path));
        request.setEntity(new ByteArrayEntity(json, ContentType.create("application/json")));
        return call(request, true);
    }

    /** Returns the session of the last response over TLS, or null. */
    @Nullable
    SSLSession session() {
        return session;
    }

    /** Returns the certificate of the service, or null. */
    static @Nullable X509Certificate certificate(SSLSession session) {
        try {
            Certificate[] chain = session.getPeerCertificates();
            return chain.length > 0 && chain[0] instanceof X509Certificate first ? first : null;
        } catch (SSLPeerUnverifiedException e) {
            return null;
        }
    }

    URI address(String path) {
        return URI.create(baseUrl.toString().replaceFirst("/+$", "") + path);
    }

    private Reply call(HttpUriRequestBase request, boolean withCredentials) {
        if (withCredentials) {
            request.setHeader("Authorization", authorization);
        }
        request.setHeader("Accept", "application/json");
        hasDeparted = false;
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        HttpClientContext context = HttpClientContext.create();
        Future<?> limit = deadlines.schedule(request::cancel, deadline.toMillis(), TimeUnit.MILLISECONDS);
        try {
            return client.execute(request, context, response -> {
                session = context.getSSLSession();
                read(response.getEntity(), body);
                return received(response, body.toByteArray());
            });
        } catch (IOException | RuntimeException e) {
            request.cancel();
            boolean expired = limit.isDone();
            return hasDeparted
                    ? new Lost(
                            expired ? "no complete response within " + Words.duration(deadline) : reason(e), body.toByteArray())
                    : new NotConnected(
                            expired ? "no connection within " + Words.duration(deadline) : reason(e),
                            e instanceof SSLException);
        } finally {
            limit.cancel(false);
        }
    }

    private static void read(@Nullable HttpEntity entity, ByteArrayOutputStream body) throws IOException {
        if (entity == null) {
            return;
        }
        try (InputStream in = entity.getContent()) {
            byte[] chunk = new byte[16 * 1024];
            for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
                body.write(chunk, 0, read);
                if (body.size() > MAX_BODY) {
                    throw new IOException("the response is larger than 64 MiB");
                }
            }
        }
    }

    private static Received received(ClassicHttpResponse response, byte[] body) {
        return new Received(
                response.getCode(), body, value(response, "Retry-After"),
                Arrays.stream(response.getHeaders("Link")).map(Header::getValue).toList(), Json.parse(body));
    }

    private static @Nullable String value(ClassicHttpResponse response, String name) {
        Header header = response.getFirstHeader(name);
        return header == null ? null : header.getValue();
    }

    /** Returns the innermost message, which names the cause of a failed TLS handshake, on one line. */
    private static String reason(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null && cause.getCause() != cause && failure instanceof SSLException) {
            cause = cause.getCause();
        }
        String message = cause.getMessage() == null ? "" : cause.getMessage().replaceAll("\\s+", " ").strip();
        return message.contains(" ") ? message : (cause.getClass().getSimpleName() + " " + message).strip();
    }

    @Override
    public void close() throws IOException {
        deadlines.shutdownNow();
        client.close();
    }
}
