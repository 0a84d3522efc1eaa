package io.github.camelsms.sample.operations;

import java.util.Collection;
import java.util.Map;

import io.vertx.core.Handler;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.HostAndPort;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;

import org.apache.camel.CamelContext;
import org.apache.camel.component.platform.http.vertx.VertxPlatformHttpRouter;

/**
 * Handler of all requests to the operations server. It sets the security headers of each response and rejects requests
 * with the name of another host ({@link ServedHosts}).
 * <p>
 * The headers are not set in routes, because Camel removes some of them from its messages, and creates the responses
 * for health, metrics and errors itself.
 */
public final class OperationsGuard implements Handler<RoutingContext> {

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

    private static final int BAD_REQUEST = 400;
    private static final int FORBIDDEN = 403;

    private final ServedHosts hosts;

    /**
     * @param hosts allowed host names in addition to those of this machine; case is ignored
     */
    OperationsGuard(Collection<String> hosts) {
        this.hosts = new ServedHosts(hosts);
    }

    /**
     * Installs a guard in Camel's HTTP server, which must be started.
     *
     * @param  port                  the server's port
     * @param  hosts                 allowed host names in addition to those of this machine
     * @throws IllegalStateException if no server of Camel listens on the port
     */
    public static void protect(CamelContext context, int port, Collection<String> hosts) {
        VertxPlatformHttpRouter router
                = VertxPlatformHttpRouter.lookup(context, VertxPlatformHttpRouter.getRouterNameFromPort(port));
        if (router == null) {
            throw new IllegalStateException("Camel's HTTP server does not listen on port " + port + " yet");
        }
        router.route().order(Integer.MIN_VALUE).handler(new OperationsGuard(hosts));
        // A malformed request fails before any handler, in the parent of Camel's router.
        if (router.getServer().getServer().requestHandler() instanceof Router root) {
            root.errorHandler(BAD_REQUEST, OperationsGuard::respondBadRequest);
        }
    }

    @Override
    public void handle(RoutingContext exchange) {
        setHeaders(exchange);
        if (isServed(exchange.request())) {
            exchange.next();
        } else {
            exchange.response().setStatusCode(FORBIDDEN).putHeader("Content-Type", "text/plain; charset=utf-8")
                    .end(ServedHosts.REFUSAL);
        }
    }

    private static void respondBadRequest(RoutingContext exchange) {
        setHeaders(exchange);
        exchange.response().setStatusCode(BAD_REQUEST).end();
    }

    private static void setHeaders(RoutingContext exchange) {
        MultiMap headers = exchange.response().headers();
        HEADERS.forEach(headers::set);
    }

    private boolean isServed(HttpServerRequest request) {
        HostAndPort authority = request.authority();
        if (authority == null) {
            return false;
        }
        return hosts.contains(authority.host(), request.localAddress().hostAddress());
    }
}
