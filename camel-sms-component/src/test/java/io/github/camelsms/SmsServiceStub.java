package io.github.camelsms;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.camelsms.client.TestPorts;
import org.jspecify.annotations.Nullable;

/**
 * A service in this process that accepts each message of each account and records the arrival of requests. It can delay
 * its responses.
 */
public final class SmsServiceStub implements AutoCloseable {

    private static final Pattern CORRELATION_ID = Pattern.compile("\"correlationId\":\"([^\"]*)\"");

    private final ServerSocket server;
    private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<String, Account> accounts = new ConcurrentHashMap<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private volatile boolean refuses;
    private final AtomicReference<CountDownLatch> gate = new AtomicReference<>(new CountDownLatch(0));

    /** Requests of one user. */
    private static final class Account {

        private final List<Long> arrivals = new ArrayList<>();
        private final List<Integer> sizes = new ArrayList<>();
        private final List<String> ids = new ArrayList<>();

        synchronized void arrived(long nanos, List<String> messages) {
            arrivals.add(nanos);
            sizes.add(messages.size());
            ids.addAll(messages);
        }
    }

    public SmsServiceStub() {
        try {
            server = TestPorts.listen(500);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.execute(this::accept);
    }

    public String baseUrl() {
        return "http://localhost:" + server.getLocalPort();
    }

    /** Holds back the responses to all later requests. */
    public void holdResponses() {
        gate.updateAndGet(current -> current.getCount() > 0 ? current : new CountDownLatch(1));
    }

    public void releaseResponses() {
        gate.get().countDown();
    }

    /** Sets whether the credentials of later requests are accepted. */
    void acceptCredentials(boolean accepts) {
        refuses = !accepts;
    }

    /** Returns the requests whose responses are held back. */
    public int heldResponses() {
        return waiting.get();
    }

    int openConnections() {
        return connections.size();
    }

    /** Returns the shortest time between the arrivals of two send requests of a user, in nanoseconds. */
    long smallestGapNanos(String user) {
        Account account = account(user);
        synchronized (account) {
            long smallest = Long.MAX_VALUE;
            for (int i = 1; i < account.arrivals.size(); i++) {
                smallest = Math.min(smallest, account.arrivals.get(i) - account.arrivals.get(i - 1));
            }
            return smallest;
        }
    }

    /** Returns the number of messages in each send request of a user, in order of arrival. */
    public List<Integer> requestSizes(String user) {
        Account account = account(user);
        synchronized (account) {
            return List.copyOf(account.sizes);
        }
    }

    /** Returns the correlation ids of a user's messages, in order of arrival. */
    List<String> messages(String user) {
        Account account = account(user);
        synchronized (account) {
            return List.copyOf(account.ids);
        }
    }

    private Account account(String user) {
        return accounts.computeIfAbsent(user, any -> new Account());
    }

    private void accept() {
        try {
            while (true) {
                Socket connection = server.accept();
                connection.setTcpNoDelay(true);
                connections.add(connection);
                threads.execute(() -> serve(connection));
            }
        } catch (IOException e) {
            // Closed.
        }
    }

    private void serve(Socket connection) {
        try (connection) {
            BufferedReader requests
                    = new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.ISO_8859_1));
            for (String line = requests.readLine(); line != null; line = requests.readLine()) {
                long now = System.nanoTime();
                Map<String, String> headers = headers(requests);
                char[] body = new char[Integer.parseInt(headers.getOrDefault("content-length", "0"))];
                for (int read = 0; read < body.length;) {
                    read += requests.read(body, read, body.length - read);
                }
                byte[] response = respond(line.split(" ")[1], headers, new String(body), now)
                        .getBytes(StandardCharsets.ISO_8859_1);
                waitForRelease();
                connection.getOutputStream().write(
                        ("HTTP/1.1 " + (refuses ? "401 No" : "200 OK")
                         + "\r\nContent-Type: application/json\r\nContent-Length: " + response.length + "\r\n\r\n")
                                .getBytes(StandardCharsets.ISO_8859_1));
                connection.getOutputStream().write(response);
            }
        } catch (IOException e) {
            // The client has closed it.
        } finally {
            connections.remove(connection);
        }
    }

    private static Map<String, String> headers(BufferedReader requests) throws IOException {
        Map<String, String> headers = new HashMap<>();
        for (String line = requests.readLine(); line != null && !line.isEmpty(); line = requests.readLine()) {
            int colon = line.indexOf(':');
            headers.put(line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
        }
        return headers;
    }

    private String respond(String path, Map<String, String> headers, String request, long now) {
        if (!path.endsWith("/v1/send")) {
            return "{\"status\":\"OK\",\"code\":6,\"message\":\"none\"}";
        }
        List<String> ids = new ArrayList<>();
        for (Matcher id = CORRELATION_ID.matcher(request); id.find();) {
            ids.add(id.group(1));
        }
        account(user(headers.get("authorization"))).arrived(now, ids);
        return refuses ? "{\"status\":\"NOK\",\"code\":1,\"message\":\"unauthorized\"}" : sendResponse(ids);
    }

    private void waitForRelease() {
        CountDownLatch current = gate.get();
        if (current.getCount() == 0) {
            return;
        }
        waiting.incrementAndGet();
        try {
            current.await(5, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            waiting.decrementAndGet();
        }
    }

    private static String sendResponse(List<String> ids) {
        StringBuilder items = new StringBuilder("[");
        for (String id : ids) {
            items.append(items.length() == 1 ? "" : ",")
                    .append("{\"status\":\"OK\",\"code\":5,\"id_sms\":\"1\",\"correlationId\":\"")
                    .append(id).append("\"}");
        }
        return items.append(']').toString();
    }

    private static String user(@Nullable String authorization) {
        String pair = authorization == null
                ? ":"
                : new String(Base64.getDecoder().decode(authorization.substring("Basic ".length())), StandardCharsets.UTF_8);
        return pair.substring(0, pair.indexOf(':'));
    }

    @Override
    public void close() {
        releaseResponses();
        try {
            server.close();
            for (Socket connection : connections) {
                connection.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.shutdownNow();
    }
}
