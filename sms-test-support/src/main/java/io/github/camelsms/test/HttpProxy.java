package io.github.camelsms.test;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A small HTTP proxy: forwards requests with an absolute URL, and opens tunnels for CONNECT, to ports of this machine.
 */
public final class HttpProxy implements AutoCloseable {

    private static final Pattern CONTENT_LENGTH = Pattern.compile("(?im)^content-length:\\s*(\\d+)");

    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    /** Response to requests that are not authorized. */
    private final String refusal;
    /** Beginning of the Proxy-Authorization of requests that are, in lower case. */
    private final String credentials;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "http-proxy");
        thread.setDaemon(true);
        return thread;
    });

    private HttpProxy(String refusal, String credentials) throws IOException {
        this.refusal = refusal;
        this.credentials = credentials;
        threads.execute(this::accept);
    }

    /** Starts a proxy without authentication. */
    public static HttpProxy open() throws IOException {
        return new HttpProxy("", "");
    }

    /** Starts a proxy that responds to each request itself. */
    public static HttpProxy refusing(String response) throws IOException {
        return new HttpProxy(response, "no such credentials");
    }

    /**
     * Starts a proxy that responds with status 407 to each request without credentials.
     *
     * @param challenge   such as <code>Basic realm="x"</code>
     * @param credentials beginning of the Proxy-Authorization that it accepts
     */
    public static HttpProxy requiring(String challenge, String credentials) throws IOException {
        return new HttpProxy(
                "HTTP/1.1 407 No\r\nProxy-Authenticate: " + challenge
                             + "\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
                "\r\nproxy-authorization: " + credentials.toLowerCase(Locale.ROOT));
    }

    public int port() {
        return listener.getLocalPort();
    }

    /** Returns the heads of the requests in order of arrival. */
    public List<String> requests() {
        return requests;
    }

    private void accept() {
        while (true) {
            try {
                Socket client = listener.accept();
                sockets.add(client);
                threads.execute(() -> serve(client));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket client) {
        try {
            String head = head(client.getInputStream());
            if (head.isEmpty()) {
                return;
            }
            requests.add(head);
            if (!head.toLowerCase(Locale.ROOT).contains(credentials)) {
                write(client, refusal.getBytes(StandardCharsets.ISO_8859_1));
                client.close();
                return;
            }
            boolean isTunnel = head.startsWith("CONNECT ");
            String target = head.split(" ", 3)[1];
            Socket service = new Socket(
                    InetAddress.getLoopbackAddress(), URI.create(isTunnel ? "tunnel://" + target : target).getPort());
            sockets.add(service);
            if (isTunnel) {
                write(client, "HTTP/1.1 200 Connected\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
            } else {
                String forwarded = head.replaceFirst("http://[^/]+", "").replaceFirst("(?i)\r\nProxy-Authorization:[^\r]*", "");
                write(service, forwarded.getBytes(StandardCharsets.ISO_8859_1));
                Matcher length = CONTENT_LENGTH.matcher(head);
                write(service, client.getInputStream().readNBytes(length.find() ? Integer.parseInt(length.group(1)) : 0));
            }
            threads.execute(() -> pipe(service, client));
            pipe(client, service);
        } catch (IOException e) {
            // One side has closed the connection.
        }
    }

    /** Returns the head of a request, or an empty text if there is none. */
    private static String head(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) {
                return "";
            }
            head.write(next);
        }
        return head.toString(StandardCharsets.ISO_8859_1);
    }

    private static void write(Socket socket, byte[] bytes) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(bytes);
        out.flush();
    }

    private static void pipe(Socket from, Socket to) {
        try (InputStream in = from.getInputStream(); OutputStream out = to.getOutputStream()) {
            in.transferTo(out);
        } catch (IOException e) {
            // One side has closed the connection.
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : sockets) {
            socket.close();
        }
        threads.shutdownNow();
    }
}
