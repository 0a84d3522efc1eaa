package io.github.camelsms.simulator;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;

/** The address that a simulator listens on. */
record ListenAddress(String host, InetAddress address) {

    /**
     * Looks the host up.
     *
     * @throws IllegalStateException if it is unknown or another machine's
     */
    static ListenAddress of(String host) {
        InetAddress address;
        try {
            address = InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw new IllegalStateException(
                    "host '" + host + "' is unknown: give an address of this machine, such as 127.0.0.1",
                    e);
        }
        if (!isOfThisMachine(address)) {
            throw new IllegalStateException(
                    "host '" + host + "' is not an address of this machine: give one that is, such as 127.0.0.1");
        }
        return new ListenAddress(host, address);
    }

    boolean isLoopback() {
        return address.isLoopbackAddress();
    }

    /** Host for the address of a service on it. */
    static String nameInUrl(String host) {
        return switch (host) {
            case "127.0.0.1", "0.0.0.0", "::" -> "localhost";
            default -> host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
        };
    }

    /** Number of the address, as WireMock's HTTP server takes it. */
    String number() {
        return address instanceof Inet6Address ? "[" + address.getHostAddress() + "]" : address.getHostAddress();
    }

    private static boolean isOfThisMachine(InetAddress address) {
        try {
            return address.isAnyLocalAddress() || address.isLoopbackAddress()
                    || NetworkInterface.getByInetAddress(address) != null;
        } catch (IOException e) {
            // Opening the port tells.
            return true;
        }
    }
}
