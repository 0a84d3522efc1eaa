package io.github.camelsms.client;

import java.io.IOException;
import java.security.GeneralSecurityException;

import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.ssl.SSLContexts;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

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
    static PoolingHttpClientConnectionManager create(CamelContext context, SmsServiceSettings settings, DnsResolver names)
            throws GeneralSecurityException, IOException {
        Timeout timeout = Timeout.of(settings.requestTimeout());
        Http1Config config = Http1Config.custom()
                .setMaxLineLength(MAX_HEADER_LINE_LENGTH).setMaxHeaderCount(MAX_HEADERS).build();
        PoolingHttpClientConnectionManagerBuilder builder = PoolingHttpClientConnectionManagerBuilder.create()
                .setDnsResolver(names)
                .setMaxConnTotal(MAX_CONNECTIONS)
                .setMaxConnPerRoute(MAX_CONNECTIONS)
                .setConnectionFactory(socket -> new CheckedConnection(config))
                .setDefaultConnectionConfig(ConnectionConfig.custom()
                        // If it is longer than the deadline of a call, that ends the call. If both passed at the same time,
                        // the next address could be connected just before the deadline is noticed.
                        .setConnectTimeout(Timeout.of(settings.connection().connectTimeout()))
                        .setSocketTimeout(timeout)
                        .setValidateAfterInactivity(CHECKED_AFTER)
                        .setTimeToLive(TimeValue.ofMinutes(10))
                        .build());
        if (isTls(settings) || isTlsToProxy(settings)) {
            builder.setTlsSocketStrategy(tls(context, settings));
        }
        return builder.build();
    }

    static boolean isTls(SmsServiceSettings settings) {
        return "https".equalsIgnoreCase(settings.baseUrl().getScheme());
    }

    private static boolean isTlsToProxy(SmsServiceSettings settings) {
        ConnectionSettings.Proxy proxy = settings.connection().proxy();
        return proxy != null && "https".equalsIgnoreCase(proxy.scheme());
    }

    static void evict(PoolingHttpClientConnectionManager pool) {
        pool.closeExpired();
        pool.closeIdle(IDLE_LIMIT);
    }

    private static DefaultClientTlsStrategy tls(CamelContext context, SmsServiceSettings settings)
            throws GeneralSecurityException, IOException {
        SSLContextParameters parameters = settings.sslContextParameters();
        if (parameters != null) {
            return new DefaultClientTlsStrategy(parameters.createSSLContext(context));
        }
        return new DefaultClientTlsStrategy(
                settings.connection().useSystemProperties()
                        ? SSLContexts.createSystemDefault() : SSLContexts.createDefault());
    }
}
