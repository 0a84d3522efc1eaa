package io.github.camelsms.client;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

import org.apache.hc.client5.http.ClientProtocolException;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.HttpClient;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.HttpClientResponseHandler;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP call with a total deadline and a maximum response size. It records whether a byte of its request may have
 * been sent.
 * <p>
 * A socket timeout restarts with each byte, so it does not limit a slow response. Therefore the request is cancelled at
 * the deadline. This closes the connection and unblocks the calling thread in connect, TLS handshake, write and read. A
 * name lookup cannot be interrupted: the deadline takes effect when it ends.
 */
final class HttpCall implements HttpClientResponseHandler<HttpReply>, Runnable {

    /** The call of each thread, which makes its name lookup, connects, writes and reads. */
    private static final ThreadLocal<@Nullable HttpCall> CURRENT = new ThreadLocal<>();

    private final HttpUriRequestBase request;
    private final Credentials credentials;
    private final FailureReason reasons;
    private final InstantSource clock;
    private final BooleanSupplier mayDepart;
    /** Cleared when the call ends, because schedulers may keep cancelled tasks. */
    private final AtomicReference<@Nullable HttpUriRequestBase> running;
    private boolean mayHaveDeparted;
    private @Nullable HttpHost proxy;
    private long contentEncodings;
    private @Nullable Integer status;
    private HttpReply.@Nullable Received incomplete;
    private volatile boolean expired;

    /**
     * @param clock     dates the response, if the service does not
     * @param mayDepart called when the connection is established, immediately before the first byte is sent; false
     *                  withholds the request
     */
    HttpCall(HttpUriRequestBase request, Credentials credentials, FailureReason reasons, InstantSource clock,
             BooleanSupplier mayDepart) {
        this.clock = clock;
        this.mayDepart = mayDepart;
        this.request = request;
        this.credentials = credentials;
        this.running = new AtomicReference<>(request);
        this.reasons = reasons;
    }

    /**
     * Records that a byte may be sent from here on. Runs in the client's execution chain, after connect and TLS
     * handshake.
     */
    static ClassicHttpResponse markDeparture(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws IOException, HttpException {
        HttpCall call = CURRENT.get();
        if (call != null) {
            if (!call.mayDepart.getAsBoolean()) {
                throw new WithheldException();
            }
            call.departs();
        }
        ClassicHttpResponse response = chain.proceed(request, scope);
        if (call != null) {
            call.contentEncodings = contentEncodings(response);
        }
        return response;
    }

    /** Records the route, before the connection is established. */
    static ClassicHttpResponse markRoute(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws IOException, HttpException {
        HttpCall call = CURRENT.get();
        if (call != null) {
            call.proxy = scope.route.getProxyHost();
        }
        return chain.proceed(request, scope);
    }

    /**
     * Executes the call. Blocks until the response is complete, the call has failed, or the deadline has passed.
     *
     * @param client  has {@link #markRoute} and {@link #markDeparture} in its execution chain
     * @param through proxy of the client, or null
     */
    HttpReply execute(
            HttpClient client, ConnectionSettings.@Nullable Proxy through, ScheduledExecutorService deadlines,
            Duration deadline) {
        HttpClientContext context = HttpClientContext.create();
        if (through != null) {
            through.authenticate(context);
        }
        CURRENT.set(this);
        ScheduledFuture<?> pending = null;
        try {
            pending = deadlines.schedule(this, deadline.toMillis(), TimeUnit.MILLISECONDS);
            return client.execute(request, context, this);
        } catch (IOException | RuntimeException e) {
            request.cancel();
            return failed(e);
        } catch (Error e) {
            // Otherwise the connection would never return to the pool.
            request.cancel();
            throw e;
        } finally {
            CURRENT.remove();
            running.set(null);
            if (pending != null) {
                pending.cancel(false);
            }
        }
    }

    private static long contentEncodings(ClassicHttpResponse response) {
        return all(response, "Content-Encoding").stream().flatMap(value -> Arrays.stream(value.split(",")))
                .filter(coding -> !coding.isBlank() && !coding.trim().equalsIgnoreCase("identity")).count();
    }

    /** Throws an exception if the deadline of this thread's call has passed. */
    static void checkDeadline() throws IOException {
        HttpCall call = CURRENT.get();
        if (call != null && call.expired) {
            throw new SocketTimeoutException("the deadline has passed");
        }
    }

    /** After the deadline nothing departs, although a connection may still be established. */
    private synchronized void departs() throws IOException {
        checkDeadline();
        mayHaveDeparted = true;
    }

    private synchronized void expires() {
        expired = true;
    }

    /** Runs at the deadline. */
    @Override
    public void run() {
        HttpUriRequestBase unfinished = running.getAndSet(null);
        if (unfinished != null) {
            expires();
            unfinished.cancel();
        }
    }

    private HttpReply failed(Exception e) {
        if (e instanceof WithheldException) {
            return new HttpReply.Withheld();
        }
        Throwable cause = e instanceof ClientProtocolException && e.getCause() instanceof HttpException ? e.getCause() : e;
        return mayHaveDeparted
                ? new HttpReply.Lost(status, reasons.lost(cause, expired, status, proxy), incomplete)
                : new HttpReply.NotConnected(reasons.notConnected(cause, expired, proxy));
    }

    @Override
    public HttpReply handleResponse(ClassicHttpResponse response) throws IOException {
        ResponseBody body = new ResponseBody();
        try {
            if (!mayHaveDeparted) {
                throw new IOException(FailureReason.tunnelRefused(response.getCode()));
            }
            status = response.getCode();
            if (contentEncodings > 1) {
                throw new IOException("the response has several content encodings, one inside the other");
            }
            HttpEntity entity = response.getEntity();
            if (entity != null) {
                body.read(entity);
            }
            // Nothing is left for the client to read.
            response.setEntity(null);
            return received(response, body.bytes());
        } catch (IOException | RuntimeException e) {
            // Otherwise the client would read the rest when it closes the response.
            request.cancel();
            if (status != null) {
                incomplete = received(response, body.beginning());
            }
            throw e;
        }
    }

    private HttpReply.Received received(ClassicHttpResponse response, byte[] body) {
        Header contentType = response.getFirstHeader("Content-Type");
        Header date = response.getFirstHeader("Date");
        return new HttpReply.Received(
                response.getCode(), body, contentType == null ? null : contentType.getValue(),
                RetryAfter.longest(all(response, "Retry-After"), date == null ? null : date.getValue(), clock),
                all(response, "Link"), credentials);
    }

    private static List<String> all(ClassicHttpResponse response, String header) {
        return Arrays.stream(response.getHeaders(header)).map(Header::getValue).toList();
    }

    /** Exception for a request that was withheld before its first byte. */
    private static final class WithheldException extends IOException {

        private static final long serialVersionUID = 1L;

        WithheldException() {
            super("the request was withheld");
        }
    }
}
