package io.github.camelsms.operations;

import java.net.InetAddress;
import java.net.UnknownHostException;
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
final class ServedHosts {

    private static final String IPV4 = "[0-9]{1,3}(\\.[0-9]{1,3}){3}";
    /** DNS cannot map it to another address. */
    private static final Pattern IP_ADDRESS = Pattern.compile(IPV4 + "|\\[[0-9a-fA-F:.%]+]");
    private static final Pattern PORT = Pattern.compile(":[0-9]*$");

    private final Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);

    /**
     * @param names allowed host names in addition to <code>localhost</code>, separated by commas; case is ignored
     */
    ServedHosts(String names) {
        Collections.addAll(this.names, (names.strip() + ",localhost").split("\\s*,\\s*"));
        // An absent or empty Host.
        this.names.remove("");
    }

    /**
     * Returns whether a request is served.
     *
     * @param host its header <code>Host</code>, with or without a port; an IPv6 address in brackets; empty if it has
     *             none
     */
    boolean contains(String host) {
        String name = PORT.matcher(host).replaceFirst("");
        return names.contains(name) || IP_ADDRESS.matcher(name).matches();
    }

    /**
     * Returns whether a request comes from this machine.
     *
     * @param address IP address of its connection
     */
    static boolean isThisMachine(String address) {
        // Only literal addresses, so that nothing is looked up.
        if (!address.matches(IPV4) && !address.contains(":")) {
            return false;
        }
        try {
            return InetAddress.getByName(address).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
