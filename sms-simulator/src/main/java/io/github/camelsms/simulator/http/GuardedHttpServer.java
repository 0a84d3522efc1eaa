package io.github.camelsms.simulator.http;

import java.io.IOException;

import com.github.tomakehurst.wiremock.core.Options;
import com.github.tomakehurst.wiremock.http.AdminRequestHandler;
import com.github.tomakehurst.wiremock.http.StubRequestHandler;
import com.github.tomakehurst.wiremock.jetty11.Jetty11HttpServer;
import io.github.camelsms.simulator.admin.AdminRequestFilter;
import io.github.camelsms.simulator.json.Json;
import wiremock.com.fasterxml.jackson.databind.node.ObjectNode;
import wiremock.jakarta.servlet.ServletException;
import wiremock.jakarta.servlet.http.HttpServletRequest;
import wiremock.jakarta.servlet.http.HttpServletResponse;
import wiremock.org.eclipse.jetty.http.BadMessageException;
import wiremock.org.eclipse.jetty.server.Handler;
import wiremock.org.eclipse.jetty.server.HttpInput;
import wiremock.org.eclipse.jetty.server.Request;
import wiremock.org.eclipse.jetty.server.handler.HandlerWrapper;

/**
 * WireMock's HTTP server behind a handler that rejects requests which WireMock must not receive.
 *
 * <p>
 * WireMock applies no filter to its static admin pages, and does not respond to <code>CONNECT</code> requests.
 */
final class GuardedHttpServer extends Jetty11HttpServer {

    /** Many times a request of 200 messages. WireMock keeps bodies in memory, even without credentials. */
    private static final long MAX_BODY_BYTES = 16L * 1024 * 1024;
    /** First byte of a body that is compressed with gzip, and never of JSON. WireMock decompresses it without limit. */
    private static final byte GZIP = 0x1f;

    GuardedHttpServer(Options options, AdminRequestHandler admin, StubRequestHandler stubs) {
        super(options, admin, stubs);
    }

    @Override
    protected Handler createHandler(Options options, AdminRequestHandler admin, StubRequestHandler stubs) {
        Guard guard = new Guard();
        guard.setHandler(super.createHandler(options, admin, stubs));
        return guard;
    }

    private static final class Guard extends HandlerWrapper {

        @Override
        public void handle(String target, Request jetty, HttpServletRequest request, HttpServletResponse response)
                throws IOException, ServletException {
            String method = request.getMethod();
            if ("CONNECT".equals(method)) {
                response.setHeader("Connection", "close");
                reject(jetty, response, HttpServletResponse.SC_METHOD_NOT_ALLOWED, "the SMS simulator is not a proxy");
            } else if (AdminRequestFilter.isHidden(method, target)) {
                reject(jetty, response, HttpServletResponse.SC_NOT_FOUND, AdminRequestFilter.notFound(method, target));
            } else {
                jetty.getHttpInput().addInterceptor(new BodyLimit());
                super.handle(target, jetty, request, response);
            }
        }

        private static void reject(Request jetty, HttpServletResponse response, int status, String error) throws IOException {
            jetty.setHandled(true);
            ObjectNode body = Json.object().put("error", error);
            response.setStatus(status);
            response.setContentType("application/json");
            response.getOutputStream().write(Json.bytes(body));
        }
    }

    /** Ends the reading of a body that is compressed or too large. */
    private static final class BodyLimit implements HttpInput.Interceptor {

        private long bytes;

        @Override
        public HttpInput.Content readFrom(HttpInput.Content content) {
            if (bytes == 0 && content.hasContent()
                    && content.getByteBuffer().get(content.getByteBuffer().position()) == GZIP) {
                throw new BadMessageException(
                        HttpServletResponse.SC_UNSUPPORTED_MEDIA_TYPE, "the body is compressed: send it without compression");
            }
            bytes += content.remaining();
            if (bytes > MAX_BODY_BYTES) {
                throw new BadMessageException(
                        HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE,
                        "the body has more than " + MAX_BODY_BYTES + " bytes");
            }
            return content;
        }
    }
}
