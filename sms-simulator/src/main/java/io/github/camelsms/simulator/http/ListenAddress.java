package io.github.camelsms.simulator.http;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;

/** The address that a simulator listens on. */
record ListenAddress(String host, InetAddress address) {

    /**
     * Resolves a host.
     *
     * @throws IllegalStateException if it is unknown or an address of another machine
     */
    static ListenAddress of(String host) {
        InetAddress address;
        try {
            address = InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw new IllegalStateException(
                    "host '" + host + "' is unknown: give an address of this machine, such as 127.0.0.1.", e);
        }
        if (!isOfThisMachine(address)) {
            throw new IllegalStateException(
                    "host '" + host + "' is an address of another machine: give an address of this machine, such as 127.0.0.1.");
        }
        return new ListenAddress(host, address);
    }

    boolean isLoopback() {
        return address.isLoopbackAddress();
    }

    /** Returns the host as it is written in a URL. */
    static String nameInUrl(String host) {
        return switch (host) {
            case "127.0.0.1", "0.0.0.0", "::" -> "localhost";
            default -> host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
        };
    }

    /** Returns the IP address in the form that WireMock's HTTP server expects. */
    String number() {
        return address instanceof Inet6Address ? "[" + address.getHostAddress() + "]" : address.getHostAddress();
    }

    private static boolean isOfThisMachine(InetAddress address) {
        try {
            return address.isAnyLocalAddress() || address.isLoopbackAddress()
                    || NetworkInterface.getByInetAddress(address) != null;
        } catch (IOException e) {
            // If it is wrong, opening the port fails.
            return true;
        }
    }
}
