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
 * The names under which a server of this machine responds: <code>localhost</code>, the numbers of the machine, and
 * those that are configured.
 * <p>
 * A web page can give its own host name the address 127.0.0.1 and then read what this machine serves to itself (DNS
 * rebinding). Its requests still carry its own name in <code>Host</code>.
 */
public final class ServedHosts {

    /** What a request under another name is told; with status 403. */
    public static final String REFUSAL
            = "The header Host names a host that is not served: use 127.0.0.1, or add the name to sms.http.hosts.\n";

    /** An address as a number, which no name can be led to. */
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}|\\[[0-9a-f:.]+]");

    private final Set<String> names;

    /**
     * @param names beside those of this machine, in any case
     */
    public ServedHosts(Collection<String> names) {
        this.names = names.stream().map(ServedHosts::lowerCase).collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Returns whether a request is served.
     *
     * @param host  what its header <code>Host</code> names, without the port; an IPv6 number in brackets
     * @param local the number of the address that the request came to, or null if it is not known
     */
    public boolean contains(String host, @Nullable String local) {
        String name = lowerCase(host);
        return name.equals("localhost") || names.contains(name) || isReachedAt(name, local);
    }

    /** Whether the host is the number of a loopback address, or that of the address that the request came to. */
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
