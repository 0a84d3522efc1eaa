package io.github.camelsms.sample.operations;

import java.util.Collection;
import java.util.Map;

import io.vertx.core.Handler;
import io.vertx.core.net.HostAndPort;
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

    private static final int FORBIDDEN = 403;

    private final ServedHosts hosts;

    private OperationsGuard(Collection<String> hosts) {
        this.hosts = new ServedHosts(hosts);
    }

    /**
     * Installs a guard in Camel's HTTP server, which must be started.
     *
     * @param port  the server's port
     * @param hosts allowed host names in addition to <code>localhost</code>
     */
    public static void protect(CamelContext context, int port, Collection<String> hosts) {
        VertxPlatformHttpRouter.lookup(context, VertxPlatformHttpRouter.getRouterNameFromPort(port)).route()
                .order(Integer.MIN_VALUE).handler(new OperationsGuard(hosts));
    }

    @Override
    public void handle(RoutingContext exchange) {
        HEADERS.forEach(exchange.response().headers()::set);
        HostAndPort authority = exchange.request().authority();
        if (authority != null && hosts.contains(authority.host())) {
            exchange.next();
        } else {
            exchange.response().setStatusCode(FORBIDDEN).putHeader("Content-Type", "text/plain; charset=utf-8")
                    .end(ServedHosts.REFUSAL);
        }
    }
}
