package io.github.camelsms.client;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;

import org.apache.hc.client5.http.auth.UsernamePasswordCredentials;
import org.apache.hc.client5.http.impl.auth.BasicScheme;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.HttpHost;
import org.jspecify.annotations.Nullable;

import org.apache.camel.component.http.HttpClientConfigurer;

/**
 * How connections to the service are established. The options have the names of camel-http.
 *
 * @param connectTimeout      timeout until a connection is established, including its TLS handshake; positive
 * @param proxy               HTTP proxy, or null for none
 * @param useSystemProperties whether the JVM's properties choose proxy and TLS where no option does
 * @param configurer          changes the HTTP client before the component configures it, or null
 */
public record ConnectionSettings(Duration connectTimeout, @Nullable Proxy proxy, boolean useSystemProperties,
        @Nullable HttpClientConfigurer configurer) {

    public static final ConnectionSettings DEFAULT = new ConnectionSettings(Duration.ofSeconds(5), null, false, null);

    /**
     * HTTP proxy.
     *
     * @param scheme        protocol to the proxy, <code>http</code> or <code>https</code>
     * @param username      user name at the proxy, or null
     * @param password      password at the proxy, or null; never shown
     * @param nonProxyHosts hosts that are reached without the proxy, separated by commas, with wildcards; or null
     */
    public record Proxy(String host, int port, String scheme, @Nullable String username, @Nullable String password,
            @Nullable String nonProxyHosts) {

        /**
         * Authenticates calls through the proxy pre-emptively with HTTP Basic, so that no request is made twice. If the
         * proxy asks for another scheme, the tunnel is requested again.
         */
        void authenticate(HttpClientContext call) {
            if (username != null && password != null) {
                BasicScheme basic = new BasicScheme(StandardCharsets.UTF_8);
                basic.initPreemptive(new UsernamePasswordCredentials(username, password.toCharArray()));
                call.getAuthExchange(new HttpHost(scheme, host, port)).select(basic);
            }
        }

        /** Does not show the password. */
        @Override
        public String toString() {
            return "Proxy[" + scheme + "://" + host + ":" + port + ", username=" + username + ", nonProxyHosts="
                   + Objects.requireNonNullElse(nonProxyHosts, "") + "]";
        }
    }
}
