package io.github.camelsms.client;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.security.GeneralSecurityException;

import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;

import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.impl.io.DefaultHttpResponseParserFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnection;
import org.apache.hc.core5.http.impl.io.DefaultHttpRequestWriterFactory;
import org.apache.hc.core5.http.impl.io.SocketHolder;
import org.apache.hc.core5.ssl.SSLContexts;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

import org.apache.camel.CamelContext;
import org.apache.camel.support.jsse.SSLContextParameters;

/**
 * Factory of the pool of connections to the service.
 * <p>
 * A request on a connection that the service has closed has an unknown outcome. Therefore a connection is checked
 * before it is reused, unless it was in use shortly before.
 */
final class ConnectionPool {

    /**
     * More than the send requests, status queries and polls that an account has in flight, so that none has to wait.
     */
    private static final int MAX_CONNECTIONS = 100;
    static final TimeValue IDLE_LIMIT = TimeValue.ofSeconds(30);

    /** A connection that was idle for less time is reused without a check. */
    static final TimeValue CHECKED_AFTER = TimeValue.ofMilliseconds(100);
    private static final int MAX_HEADER_LINE_LENGTH = 16 * 1024;
    private static final int MAX_HEADERS = 200;

    private ConnectionPool() {
    }

    /**
     * @throws GeneralSecurityException if the TLS parameters cannot be used
     * @throws IOException              if a key or trust store cannot be read
     */
    static PoolingHttpClientConnectionManager create(CamelContext context, SmsServiceSettings settings)
            throws GeneralSecurityException, IOException {
        Timeout timeout = Timeout.of(settings.requestTimeout());
        Http1Config config = Http1Config.custom()
                .setMaxLineLength(MAX_HEADER_LINE_LENGTH).setMaxHeaderCount(MAX_HEADERS).build();
        PoolingHttpClientConnectionManagerBuilder builder = PoolingHttpClientConnectionManagerBuilder.create()
                .setMaxConnTotal(MAX_CONNECTIONS)
                .setMaxConnPerRoute(MAX_CONNECTIONS)
                .setConnectionFactory(socket -> new CheckedConnection(config))
                .setDefaultConnectionConfig(ConnectionConfig.custom()
                        .setConnectTimeout(timeout)
                        .setSocketTimeout(timeout)
                        .setValidateAfterInactivity(CHECKED_AFTER)
                        .setTimeToLive(TimeValue.ofMinutes(10))
                        .build());
        if ("https".equalsIgnoreCase(settings.baseUrl().getScheme())) {
            builder.setTlsSocketStrategy(tls(context, settings));
        }
        return builder.build();
    }

    static void evict(PoolingHttpClientConnectionManager pool) {
        pool.closeExpired();
        pool.closeIdle(IDLE_LIMIT);
    }

    private static DefaultClientTlsStrategy tls(CamelContext context, SmsServiceSettings settings)
            throws GeneralSecurityException, IOException {
        SSLContextParameters parameters = settings.sslContextParameters();
        return new DefaultClientTlsStrategy(
                parameters == null ? SSLContexts.createDefault() : parameters.createSSLContext(context));
    }

    /**
     * Connection that also counts as stale if the service has sent bytes without a request.
     * <p>
     * The client would read these bytes as the response to the next request. Some load balancers, for example, send
     * status 408 when they close an idle connection.
     */
    private static final class CheckedConnection extends DefaultBHttpClientConnection implements ManagedHttpClientConnection {

        private static final Timeout CHECK_TIMEOUT = Timeout.ofMilliseconds(1);

        private Timeout socketTimeout = Timeout.ZERO_MILLISECONDS;

        CheckedConnection(Http1Config config) {
            super(
                  config, null, null, null, null, new DefaultHttpRequestWriterFactory(config),
                  new DefaultHttpResponseParserFactory(config));
        }

        /** Blocks for at most one millisecond. */
        @Override
        public boolean isStale() {
            try {
                // Returns as soon as there is a byte or the end of the stream.
                awaitInput(CHECK_TIMEOUT);
                return true;
            } catch (SocketTimeoutException e) {
                return false;
            } catch (IOException e) {
                return true;
            }
        }

        @Override
        public void bind(Socket socket) throws IOException {
            super.bind(socket);
            socketTimeout = Timeout.ofMilliseconds(socket.getSoTimeout());
        }

        @Override
        public void bind(SSLSocket sslSocket, Socket baseSocket) throws IOException {
            super.bind(sslSocket, baseSocket);
            socketTimeout = Timeout.ofMilliseconds(sslSocket.getSoTimeout());
        }

        @Override
        public void setSocketTimeout(Timeout timeout) {
            super.setSocketTimeout(timeout);
            socketTimeout = timeout;
        }

        @Override
        public @Nullable Socket getSocket() {
            SocketHolder holder = getSocketHolder();
            return holder == null ? null : holder.getSocket();
        }

        @Override
        public @Nullable SSLSession getSSLSession() {
            return getSocket() instanceof SSLSocket socket ? socket.getSession() : null;
        }

        /** Called when the connection returns to the pool. */
        @Override
        public void passivate() {
            super.setSocketTimeout(Timeout.ZERO_MILLISECONDS);
        }

        /** Called when the connection is leased from the pool. */
        @Override
        public void activate() {
            super.setSocketTimeout(socketTimeout);
        }
    }
}
