package io.github.camelsms.client;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ports for the servers of tests. This process uses each of them once, and the system chooses none of them itself, so
 * that a late client of a server that was closed reaches no other server. Thread-safe.
 */
public final class TestPorts {

    /** Below the ports that operating systems choose. */
    private static final int FIRST = 12_000;
    private static final int COUNT = 20_000;

    /** Processes that run at the same time usually begin at different ports. */
    private static final AtomicInteger NEXT = new AtomicInteger((int) (ProcessHandle.current().pid() * 997 % COUNT));

    private TestPorts() {
    }

    /** Opens a server on the loopback address. */
    public static ServerSocket listen(int backlog) throws IOException {
        for (int attempt = 1;; attempt++) {
            int port = FIRST + NEXT.getAndUpdate(last -> (last + 1) % COUNT);
            try {
                return new ServerSocket(port, backlog, InetAddress.getLoopbackAddress());
            } catch (BindException e) {
                // Usually another process uses it.
                if (attempt == COUNT) {
                    throw e;
                }
            }
        }
    }
}
