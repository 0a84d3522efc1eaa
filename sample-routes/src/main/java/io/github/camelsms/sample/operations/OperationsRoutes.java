package io.github.camelsms.sample.operations;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;

import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.console.DevConsole;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.util.json.JsonObject;

/**
 * Routes of the operations page: three files of the jar, and the developer console <code>sms</code> as JSON.
 * <p>
 * Camel's server can serve static files and consoles itself, but would also serve the files of the current folder, and
 * consoles that show, send and receive messages and evaluate code.
 */
public final class OperationsRoutes extends RouteBuilder {

    private static final String JSON = "application/json";

    @Override
    public void configure() {
        serve("/", "index.html", "text/html; charset=utf-8");
        serve("/operations.css", "operations.css", "text/css; charset=utf-8");
        serve("/operations.js", "operations.js", "text/javascript; charset=utf-8");

        DevConsole console = console();
        from("platform-http:/q/dev/sms?httpMethodRestrict=GET").routeId("operations-figures")
                .process(exchange -> respond(exchange, json(console), JSON));
    }

    private void serve(String path, String file, String type) {
        byte[] content = content(file);
        from("platform-http:" + path + "?httpMethodRestrict=GET").routeId("operations-" + file)
                .process(exchange -> respond(exchange, content, type));
    }

    private static void respond(Exchange exchange, Object body, String type) {
        Message message = exchange.getMessage();
        // Otherwise the response would have the headers of the request.
        message.removeHeaders("*");
        message.setHeader(Exchange.CONTENT_TYPE, type);
        message.setBody(body);
    }

    private static String json(DevConsole console) {
        return ((JsonObject) console.call(DevConsole.MediaType.JSON, Map.of())).toJson();
    }

    private DevConsole console() {
        return PluginHelper.getDevConsoleResolver(getContext()).resolveDevConsole("sms");
    }

    private static byte[] content(String file) {
        try (InputStream resource = OperationsRoutes.class.getResourceAsStream("/operations/" + file)) {
            if (resource == null) {
                throw new IllegalStateException("the jar lacks operations/" + file + ": rebuild it");
            }
            return resource.readAllBytes();
        } catch (IOException e) {
            throw new IllegalStateException("operations/" + file + " in the jar cannot be read: " + e.getMessage(), e);
        }
    }
}
