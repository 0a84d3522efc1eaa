package io.github.camelsms.client;

import java.io.EOFException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.security.InvalidAlgorithmParameterException;
import java.security.cert.CertPathBuilderException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.RejectedExecutionException;

import javax.net.ssl.SSLException;

import io.github.camelsms.model.OneLine;
import io.github.camelsms.model.SafeText;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.jspecify.annotations.Nullable;

/**
 * One-line reasons why an HTTP call has no complete response.
 */
final class FailureReason {

    private static final int MAX_DETAIL_LENGTH = 160;

    private final String service;
    private final Duration connectTimeout;
    private final Duration deadline;
    private final boolean hasOwnTrust;
    private final Credentials credentials;

    FailureReason(SmsServiceSettings settings, Credentials credentials) {
        this.service = settings.baseUrl().getHost() + ":" + port(settings.baseUrl());
        this.connectTimeout = settings.connection().connectTimeout();
        this.deadline = settings.requestTimeout();
        this.hasOwnTrust = settings.sslContextParameters() != null;
        this.credentials = credentials;
    }

    private static int port(URI address) {
        return address.getPort() >= 0 ? address.getPort() : "https".equalsIgnoreCase(address.getScheme()) ? 443 : 80;
    }

    /**
     * Returns why no connection was established.
     *
     * @param proxy proxy on the route, or null
     */
    String notConnected(Throwable e, boolean expired, @Nullable HttpHost proxy) {
        String peer = peer(proxy);
        if (expired || e instanceof SocketTimeoutException) {
            return "no connection to " + peer + " within " + seconds(expired ? deadline : connectTimeout);
        }
        if (e instanceof RejectedExecutionException) {
            return "no connection to " + peer + ": the client is shutting down";
        }
        if (e instanceof UnknownHostException) {
            return proxy == null
                    ? "host of " + peer + " not found: the name lookup failed"
                    : "no connection to " + peer + ": the name lookup of the proxy failed";
        }
        if (e instanceof NoRouteToHostException) {
            return "no route to " + peer;
        }
        if (e instanceof SSLException) {
            return "TLS handshake with " + peer + " failed: " + (isWithoutPath(e) ? noPath() : detail(e));
        }
        if (e instanceof ConnectException && detail(e).toLowerCase(Locale.ROOT).contains("refused")) {
            return "connection to " + peer + " refused";
        }
        return "connection to " + peer + " failed: " + detail(e);
    }

    /** The second exception is that of an empty trust store. */
    private static boolean isWithoutPath(Throwable e) {
        return SafeText.causes(e).stream().anyMatch(
                cause -> cause instanceof CertPathBuilderException || cause instanceof InvalidAlgorithmParameterException);
    }

    private String noPath() {
        return "no path from the certificate of the service to an authority (PKIX path building failed) in "
               + (hasOwnTrust
                       ? "the trust store of sslContextParameters or camel.ssl, which replaces that of the JDK"
                       : "the JVM's trust store, which is that of the JDK unless javax.net.ssl.trustStore replaces it")
               + ". Add the authority of the service to it, or have the service send its intermediate certificates";
    }

    /** Returns why there is no complete response to a request that may have been sent. */
    String lost(Throwable e, boolean expired, @Nullable Integer status, @Nullable HttpHost proxy) {
        String peer = peer(proxy);
        String response = status == null ? "no response" : "incomplete response (HTTP status " + status + ")";
        if (expired || e instanceof SocketTimeoutException) {
            return response + " from " + peer + " within " + seconds(deadline);
        }
        return response + " from " + peer + ": " + cause(e, status);
    }

    /** Returns why there is no tunnel to the service, for {@link #notConnected}. */
    static String tunnelRefused(int status) {
        return "the proxy responded with HTTP status " + status
               + (status == HttpStatus.SC_PROXY_AUTHENTICATION_REQUIRED
                       ? ": check proxyAuthUsername and proxyAuthPassword" : "");
    }

    private String peer(@Nullable HttpHost proxy) {
        return proxy == null ? service : service + " through proxy " + proxy.toHostString();
    }

    private String cause(Throwable e, @Nullable Integer status) {
        if (e instanceof NoHttpResponseException) {
            return "the connection was closed before a response was received";
        }
        if (e instanceof ConnectionClosedException || e instanceof EOFException) {
            return status == null
                    ? "the connection was closed before a response was received"
                    : "the connection was closed in the middle of it";
        }
        if (e instanceof SocketException) {
            return "the connection was lost (" + detail(e) + ")";
        }
        if (e instanceof HttpException) {
            return "the response is not HTTP";
        }
        // After the connection is established, a message may quote the query, which may contain a phone number.
        String shown = ServiceText.shown(SafeText.message(e), List.of(), credentials);
        return shown == null ? e.getClass().getSimpleName() : shown;
    }

    private static String detail(Throwable e) {
        String message = SafeText.message(e);
        return message.isBlank() ? e.getClass().getSimpleName() : OneLine.of(message, MAX_DETAIL_LENGTH);
    }

    private static String seconds(Duration duration) {
        return duration.toMillis() % 1000 == 0 ? duration.toSeconds() + " s" : duration.toMillis() + " ms";
    }
}
