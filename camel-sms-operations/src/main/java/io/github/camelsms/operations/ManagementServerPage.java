package io.github.camelsms.operations;

import java.util.LinkedHashMap;
import java.util.Map;

import io.github.camelsms.operations.RequestRules.Refusal;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.apache.camel.CamelContext;
import org.apache.camel.component.platform.http.main.ManagementHttpServer;

/**
 * The operations page on the management server of Camel Main. It is not served by routes, because Camel removes some
 * headers from their messages.
 */
final class ManagementServerPage {

    private static final Logger LOG = LoggerFactory.getLogger(ManagementServerPage.class);

    /** Address at which Camel's own consoles serve the figures; the page reads them from a path of its own. */
    private static final String CONSOLE = "/q/dev/sms";
    private static final String METRICS = "/observe/metrics";

    private final String path;
    private final RequestRules rules;
    private final boolean guardsServer;

    /**
     * @param path         path of the page
     * @param rules        rules for requests to the page
     * @param guardsServer whether the rules apply to all paths of the server, except that other machines are served
     *                     there
     */
    ManagementServerPage(String path, RequestRules rules, boolean guardsServer) {
        this.path = path;
        this.rules = rules;
        this.guardsServer = guardsServer;
    }

    /**
     * Serves the page.
     *
     * @throws IllegalStateException if the server is not enabled
     */
    void serve(CamelContext context) {
        ManagementHttpServer server = context.hasService(ManagementHttpServer.class);
        if (server == null) {
            throw new IllegalStateException(OperationsPlugin.NO_SERVER);
        }
        Router router = server.getRouter();
        if (guardsServer) {
            router.route().order(Integer.MIN_VALUE).handler(request -> guard(request, rules.ofServer()));
        }
        PageFiles files = new PageFiles(context, path, others(server));
        serve(router, path, exchange -> page(exchange, files));
        String folder = path.equals("/") ? path : path + "/";
        PageFiles.TYPES
                .forEach((name, type) -> serve(router, folder + name, exchange -> respond(exchange, type, files.file(name))));
        if (!server.isDevConsoleEnabled()) {
            serve(router, CONSOLE, exchange -> respond(exchange, PageFiles.JSON, files.file("figures")));
        }
        LOG.info("The operations page is served on port {} at {}", server.getPort(), path);
        if (rules.allowRemote()) {
            LOG.warn(
                    "{}allow-remote=true: other machines that reach the management server on {} can read the operations page",
                    OperationsPlugin.PREFIX, server.getHost());
        }
    }

    private static Map<String, String> others(ManagementHttpServer server) {
        Map<String, String> others = new LinkedHashMap<>();
        if (server.isHealthCheckEnabled()) {
            others.put("Health", server.getHealthPath());
        }
        if (server.isMetricsEnabled()) {
            others.put("Metrics", METRICS);
        }
        return others;
    }

    private void serve(Router router, String served, Handler<RoutingContext> handler) {
        router.route(served).order(Integer.MIN_VALUE + 1).handler(exchange -> guard(exchange, rules));
        router.route(served).method(HttpMethod.GET).method(HttpMethod.HEAD).handler(handler);
    }

    private static void guard(RoutingContext exchange, RequestRules rules) {
        HttpServerRequest request = exchange.request();
        RequestRules.HEADERS.forEach(exchange.response().headers()::set);
        Refusal refusal = rules.refusal(
                request.authority() == null ? "" : request.authority().host(), request.remoteAddress().hostAddress(),
                request.getHeader("Content-Length"), request.getHeader("Transfer-Encoding"));
        if (refusal == null) {
            exchange.next();
            return;
        }
        HttpServerResponse response = exchange.response().setStatusCode(refusal.status())
                .putHeader("Content-Type", RequestRules.REFUSAL_TYPE);
        if (refusal == RequestRules.HAS_BODY) {
            response.putHeader("Connection", "close").end(refusal.reason())
                    .onComplete(sent -> request.connection().close());
        } else {
            response.end(refusal.reason());
        }
    }

    private void page(RoutingContext exchange, PageFiles files) {
        String requested = exchange.request().path();
        if (requested.endsWith("/") && !path.equals("/")) {
            // Its links are relative to the path without the slash.
            exchange.response().setStatusCode(308).putHeader("Location", ".." + path.substring(path.lastIndexOf('/'))).end();
        } else {
            respond(exchange, PageFiles.HTML, files.page());
        }
    }

    private static void respond(RoutingContext exchange, String type, byte[] content) {
        exchange.response().putHeader("Content-Type", type).end(Buffer.buffer(content));
    }
}
