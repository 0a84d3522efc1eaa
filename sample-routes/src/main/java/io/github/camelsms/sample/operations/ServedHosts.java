package io.github.camelsms.sample.operations;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * Host names to which a server of this machine responds: <code>localhost</code>, the machine's IP addresses, and
 * configured names.
 * <p>
 * This prevents DNS rebinding: a web page can map its own host name to 127.0.0.1 to read what this machine serves
 * locally, but its requests still have its own name in <code>Host</code>.
 */
public final class ServedHosts {

    /** Body of the response to a request with another host name, with status 403. */
    public static final String REFUSAL
            = "The header Host names a host that is not served: use 127.0.0.1, or add the name to sms.http.hosts.\n";

    /** IP address, which DNS cannot map to another address. */
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}|\\[[0-9a-f:.]+]");

    private final Set<String> names;

    /**
     * @param names allowed host names in addition to those of this machine; case is ignored
     */
    public ServedHosts(Collection<String> names) {
        this.names = names.stream().map(ServedHosts::lowerCase).collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Returns whether a request is served.
     *
     * @param host  host of its header <code>Host</code>, without the port; an IPv6 address in brackets
     * @param local IP address that received the request, or null if unknown
     */
    public boolean contains(String host, @Nullable String local) {
        String name = lowerCase(host);
        return name.equals("localhost") || names.contains(name) || isReachedAt(name, local);
    }

    /** Returns whether the host is a loopback address, or the IP address that received the request. */
    private static boolean isReachedAt(String host, @Nullable String local) {
        if (!NUMBER.matcher(host).matches()) {
            return false;
        }
        try {
            InetAddress number = InetAddress.getByName(host);
            return number.isLoopbackAddress() || local != null && number.equals(InetAddress.getByName(local));
        } catch (UnknownHostException e) {
            return false;
        }
    }

    private static String lowerCase(String host) {
        return host.strip().toLowerCase(Locale.ROOT);
    }
}
