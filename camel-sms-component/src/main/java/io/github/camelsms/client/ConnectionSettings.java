package io.github.camelsms.client;

import java.time.Duration;

/**
 * How connections to the service are established. The options have the names of camel-http.
 *
 * @param connectTimeout timeout until a connection is established, including its TLS handshake; positive
 */
public record ConnectionSettings(Duration connectTimeout) {

    public static final ConnectionSettings DEFAULT = new ConnectionSettings(Duration.ofSeconds(5));
}
