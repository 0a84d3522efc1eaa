package io.github.camelsms.client;

import java.net.URI;
import java.time.Duration;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import org.apache.camel.support.jsse.SSLContextParameters;

/**
 * Address, credentials, deadline, TLS and connections of the client.
 *
 * @param baseUrl              absolute <code>http</code> or <code>https</code> address before <code>/v1</code>; may
 *                             have a path and a trailing slash
 * @param username             user of the HTTP Basic pair (interface, "Authentication")
 * @param password             password of the HTTP Basic pair; never shown
 * @param requestTimeout       total deadline of one HTTP call, from connect to the last byte of the response; positive
 * @param sslContextParameters TLS configuration, or null for the JVM's
 * @param connection           how connections are established
 */
public record SmsServiceSettings(URI baseUrl, String username, String password, Duration requestTimeout,
        @Nullable SSLContextParameters sslContextParameters, ConnectionSettings connection) {

    private static final Pattern LOOPBACK
            = Pattern.compile("(?i)localhost|.*\\.localhost|127(\\.\\d{1,3}){3}|\\[(::|(0:){7})1\\]");

    /**
     * @throws IllegalArgumentException if the base address is not an absolute HTTP address, or the deadline is not
     *                                  positive
     */
    public SmsServiceSettings {
        boolean http = "http".equalsIgnoreCase(baseUrl.getScheme()) || "https".equalsIgnoreCase(baseUrl.getScheme());
        if (!http || baseUrl.getHost() == null) {
            throw new IllegalArgumentException(
                    "baseUrl must be an absolute http or https address such as https://sms.example.com, not '"
                                               + ShownAddress.of(baseUrl.toString()) + "'");
        }
        if (requestTimeout.isNegative() || requestTimeout.isZero()) {
            throw new IllegalArgumentException("requestTimeout must be more than zero, not " + requestTimeout);
        }
    }

    /** Creates settings with {@link ConnectionSettings#DEFAULT}. */
    public SmsServiceSettings(URI baseUrl, String username, String password, Duration requestTimeout,
                              @Nullable SSLContextParameters sslContextParameters) {
        this(baseUrl, username, password, requestTimeout, sslContextParameters, ConnectionSettings.DEFAULT);
    }

    /**
     * Returns whether user name, password and messages are sent unencrypted to another machine.
     */
    public boolean isClearText() {
        return "http".equalsIgnoreCase(baseUrl.getScheme()) && !LOOPBACK.matcher(baseUrl.getHost()).matches();
    }

    /**
     * Shows neither the password nor credentials in the address.
     */
    @Override
    public String toString() {
        return "SmsServiceSettings[baseUrl=" + ShownAddress.of(baseUrl.toString()) + ", username=" + username
               + ", requestTimeout="
               + requestTimeout + "]";
    }
}
