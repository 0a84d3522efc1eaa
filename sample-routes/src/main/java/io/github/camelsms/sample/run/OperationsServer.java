package io.github.camelsms.sample.run;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.List;
import java.util.Map;

import io.vertx.core.Future;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.HostAndPort;
import io.vertx.ext.web.RoutingContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.apache.camel.CamelContext;
import org.apache.camel.component.platform.http.vertx.VertxPlatformHttpRouter;

/**
 * Camel's HTTP server, with the operations page, health and metrics. Its first handler sets the security headers of
 * each response and rejects requests with the name of another host ({@link ServedHosts}).
 * <p>
 * The headers are not set in routes, because Camel removes some of them from its messages, and creates the responses
 * for health, metrics and errors itself.
 */
final class OperationsServer {

    private static final Logger LOG = LoggerFactory.getLogger(OperationsServer.class);

    /** The page loads nothing from elsewhere, and no other page can show it in a frame. */
    private static final Map<String, String> HEADERS = Map.of(
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
                                       + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            "Cache-Control", "no-store",
            "Cross-Origin-Resource-Policy", "same-origin",
            "Referrer-Policy", "no-referrer",
            "X-Content-Type-Options", "nosniff",
            "X-Frame-Options", "DENY");

    private OperationsServer() {
    }

    /**
     * Configures the server, which starts with the context. Returns the URL of the page.
     *
     * @throws IllegalArgumentException if <code>sms.http.host</code> is not an address of this machine
     */
    static String configure(CamelContext context, Settings settings) throws Exception {
        String host = settings.text("sms.http.host");
        if (host.isEmpty()) {
            throw new IllegalArgumentException(
                    "sms.http.host= is invalid: set it to an address of this machine, such as 127.0.0.1");
        }
        int port = freePort(host, Integer.parseInt(settings.text("sms.http.port")));
        // The server of the page, and that of health and metrics, which share a port.
        for (String server : List.of("camel.server", "camel.management")) {
            settings.override(server + ".enabled", "true");
            settings.override(server + ".port", Integer.toString(port));
        }
        settings.override("camel.main.routes-include-pattern", "classpath:operations/*.yaml");
        InetAddress address = InetAddress.getByName(host);
        if (!address.isLoopbackAddress()) {
            LOG.warn("sms.http.host={}: other machines can reach the operations page, which requires no password", host);
        }
        ServedHosts hosts = new ServedHosts(settings.text("sms.http.hosts") + "," + host);
        // When the server is started, but no route is.
        context.addStartupListener(
                (starting, already) -> VertxPlatformHttpRouter
                        .lookup(starting, VertxPlatformHttpRouter.getRouterNameFromPort(port)).route()
                        .order(Integer.MIN_VALUE).handler(exchange -> protect(exchange, hosts)));
        return new URI("http", null, address.isAnyLocalAddress() ? "localhost" : host, port, "/", null, null).toString();
    }

    /** Returns the port if it can be listened on. Otherwise it logs why, and returns any free port, as for 0. */
    static int freePort(String host, int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getByName(host))) {
            return socket.getLocalPort();
        } catch (IOException e) {
            if (port != 0) {
                int other = freePort(host, 0);
                LOG.warn("Port {} cannot be listened on ({}): the operations page uses port {}. For a fixed port, free this"
                         + " one, or set sms.http.port to another",
                        port, e.getMessage(), other);
                return other;
            }
            throw new IllegalArgumentException(
                    "sms.http.host=" + host + " cannot be listened on (" + e.getMessage()
                                               + "): name an address of this machine, such as 127.0.0.1",
                    e);
        }
    }

    private static boolean hasBody(HttpServerRequest request) {
        String length = request.getHeader("Content-Length");
        return request.getHeader("Transfer-Encoding") != null || length != null && !length.equals("0");
    }

    private static void protect(RoutingContext exchange, ServedHosts hosts) {
        HEADERS.forEach(exchange.response().headers()::set);
        HostAndPort authority = exchange.request().authority();
        if (hasBody(exchange.request())) {
            // Nothing here reads a body, and the routes would hold it in memory.
            exchange.response().putHeader("Connection", "close");
            refuse(exchange, 413, "Requests to this server have no body. Send this one without it.\n")
                    .onComplete(sent -> exchange.request().connection().close());
        } else if (authority != null && hosts.contains(authority.host())) {
            exchange.next();
        } else {
            refuse(exchange, 403, ServedHosts.REFUSAL);
        }
    }

    private static Future<Void> refuse(RoutingContext exchange, int status, String reason) {
        return exchange.response().setStatusCode(status).putHeader("Content-Type", "text/plain; charset=utf-8").end(reason);
    }
}
