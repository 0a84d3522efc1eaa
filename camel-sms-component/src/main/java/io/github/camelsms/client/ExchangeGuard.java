package io.github.camelsms.client;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.client5.http.impl.ChainElement;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.core5.concurrent.Cancellable;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.jspecify.annotations.Nullable;

import org.apache.camel.component.http.HttpClientConfigurer;

/**
 * Holds each HTTP call to one total deadline and one size of response, and knows whether its request can have left.
 * <p>
 * Socket timeouts start anew with each byte, so they never end a response that drips. The guard stands outermost in the
 * client's chain, reads the response there, and when the deadline comes cancels the request, which closes the
 * connection under whatever the calling thread is blocked in: connect, TLS handshake, write or read. A name lookup
 * alone cannot be cut short; the deadline then takes effect as soon as it ends. A second handler stands behind connect
 * and TLS handshake and marks that from there on a byte may leave.
 */
final class ExchangeGuard implements ExecChainHandler, HttpClientConfigurer {

    private static final String MAY_HAVE_LEFT = ExchangeGuard.class.getName() + ".mayHaveLeft";

    /** A full answer has some 30 KiB. */
    private static final int USUAL_BODY_BYTES = 256 * 1024;

    private final ScheduledExecutorService deadlines;
    private final Duration deadline;
    private final int maxBodyBytes;
    private final FailureReason words;

    ExchangeGuard(ScheduledExecutorService deadlines, Duration deadline, int maxBodyBytes, FailureReason words) {
        this.deadlines = deadlines;
        this.deadline = deadline;
        this.maxBodyBytes = maxBodyBytes;
        this.words = words;
    }

    @Override
    public void configureHttpClient(HttpClientBuilder builder) {
        builder.addExecInterceptorFirst("sms-exchange-guard", this);
        builder.addExecInterceptorBefore(ChainElement.MAIN_TRANSPORT.name(), "sms-departure-mark", (request, scope, chain) -> {
            scope.clientContext.setAttribute(MAY_HAVE_LEFT, true);
            return chain.proceed(request, scope);
        });
    }

    @Override
    public ClassicHttpResponse execute(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws CallFailedException {
        Deadline end = new Deadline(scope.originalRequest);
        ClassicHttpResponse response = null;
        ScheduledFuture<?> pending = null;
        try {
            pending = deadlines.schedule(end, deadline.toMillis(), TimeUnit.MILLISECONDS);
            response = chain.proceed(request, scope);
            if (!mayHaveLeft(scope)) {
                throw new IOException("the proxy answered HTTP status " + response.getCode());
            }
            readBody(response);
            return response;
        } catch (IOException | HttpException | RuntimeException e) {
            cancel(scope.originalRequest);
            boolean left = mayHaveLeft(scope);
            Integer status = response == null || !left ? null : response.getCode();
            String reason = left ? words.lost(e, end.expired, status) : words.notConnected(e, end.expired);
            throw new CallFailedException(reason, left, status, e);
        } catch (Error e) {
            // Otherwise the connection would never go back to the pool.
            cancel(scope.originalRequest);
            throw e;
        } finally {
            end.call.set(null);
            if (pending != null) {
                pending.cancel(false);
            }
        }
    }

    private static boolean mayHaveLeft(ExecChain.Scope scope) {
        return scope.clientContext.getAttribute(MAY_HAVE_LEFT) != null;
    }

    private static void cancel(ClassicHttpRequest call) {
        if (call instanceof Cancellable request) {
            request.cancel();
        }
    }

    private void readBody(ClassicHttpResponse response) throws IOException {
        HttpEntity entity = response.getEntity();
        if (entity == null) {
            return;
        }
        // Not closed when it fails: closing would read what is left, so the connection is closed under it instead.
        InputStream content = entity.getContent();
        byte[] body = read(content, entity.getContentLength());
        if (body.length == maxBodyBytes && content.read() >= 0) {
            throw new ResponseTooLargeException(maxBodyBytes);
        }
        content.close();
        response.setEntity(new ByteArrayEntity(body, null));
    }

    /**
     * @param length as the response states it, which is believed only where memory is not at stake; negative if it does
     *               not
     */
    private byte[] read(InputStream content, long length) throws IOException {
        if (length < 0 || length > Math.min(maxBodyBytes - 1, USUAL_BODY_BYTES)) {
            return content.readNBytes(maxBodyBytes);
        }
        byte[] body = new byte[(int) length];
        int read = content.readNBytes(body, 0, body.length);
        return read == body.length ? body : Arrays.copyOf(body, read);
    }

    /** The end of one call's time; forgets the call once it has ended, for schedulers that keep cancelled tasks. */
    private static final class Deadline implements Runnable {

        private final AtomicReference<@Nullable ClassicHttpRequest> call;
        private volatile boolean expired;

        Deadline(ClassicHttpRequest call) {
            this.call = new AtomicReference<>(call);
        }

        @Override
        public void run() {
            ClassicHttpRequest late = call.getAndSet(null);
            if (late != null) {
                expired = true;
                cancel(late);
            }
        }
    }

    /** The response is longer than any response of the interface can be. */
    static final class ResponseTooLargeException extends IOException {

        private static final long serialVersionUID = 1L;

        ResponseTooLargeException(int limit) {
            super("the response is larger than " + limit / (1024 * 1024) + " MiB");
        }
    }
}
