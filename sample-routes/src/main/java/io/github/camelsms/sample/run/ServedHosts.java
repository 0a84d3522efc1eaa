package io.github.camelsms.sample.run;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Host names to which a server of this machine responds: <code>localhost</code>, IP addresses, and configured names.
 * <p>
 * This prevents DNS rebinding: a web page can map its own host name to 127.0.0.1 to read what this machine serves
 * locally, but its requests still have its own name in <code>Host</code>.
 */
public final class ServedHosts {

    /** Body of the response to a request with another host name, with status 403. */
    public static final String REFUSAL
            = "The header Host names a host that is not served: use 127.0.0.1, or add the name to sms.http.hosts.\n";

    /** DNS cannot map it to another address. */
    private static final Pattern IP_ADDRESS = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}|\\[[0-9a-fA-F:.%]+]");

    private final Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);

    /**
     * @param names allowed host names in addition to <code>localhost</code>, separated by commas; case is ignored
     */
    public ServedHosts(String names) {
        Collections.addAll(this.names, (names.strip() + ",localhost").split("\\s*,\\s*"));
        // An absent or empty Host.
        this.names.remove("");
    }

    /**
     * Returns whether a request is served.
     *
     * @param host host of its header <code>Host</code>, without the port; an IPv6 address in brackets
     */
    public boolean contains(String host) {
        return names.contains(host) || IP_ADDRESS.matcher(host).matches();
    }
}
