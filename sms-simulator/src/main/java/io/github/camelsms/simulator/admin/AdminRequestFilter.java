package io.github.camelsms.simulator.admin;

import java.util.Locale;
import java.util.regex.Pattern;

import com.github.tomakehurst.wiremock.common.Urls;
import com.github.tomakehurst.wiremock.extension.requestfilter.AdminRequestFilterV2;
import com.github.tomakehurst.wiremock.extension.requestfilter.RequestFilterAction;
import com.github.tomakehurst.wiremock.http.Request;
import com.github.tomakehurst.wiremock.stubbing.ServeEvent;
import io.github.camelsms.simulator.json.Json;

/**
 * A filter of admin requests that allows only the resources of the simulator, and no request from a web page.
 *
 * <p>
 * WireMock's own admin resources can replace responses, forward requests and write files, and require no password.
 */
public final class AdminRequestFilter implements AdminRequestFilterV2 {

    private static final String ROOT = "/__admin";
    /** Hosts that do not depend on DNS: IP addresses and localhost, each with an optional port. */
    private static final Pattern LOCAL_HOST
            = Pattern.compile("(localhost|([a-z0-9-]+\\.)+localhost|[0-9]{1,3}(\\.[0-9]{1,3}){3}|\\[[0-9a-f:.%]+])(:[0-9]+)?");

    private final boolean loopbackOnly;

    /**
     * @param loopbackOnly whether the server listens on a loopback address, so that {@code Host} must name this machine
     */
    public AdminRequestFilter(boolean loopbackOnly) {
        this.loopbackOnly = loopbackOnly;
    }

    /** Returns whether the path is below {@code /__admin} and not a resource of the simulator. */
    public static boolean isHidden(String method, String path) {
        return (path.equals(ROOT) || path.startsWith(ROOT + "/"))
                && !AdminApi.ROUTES.contains(method + " " + path.substring(ROOT.length()));
    }

    /** Returns the error of a request for a hidden resource. */
    public static String notFound(String method, String path) {
        return method + " " + path + " does not exist";
    }

    @Override
    public String getName() {
        return "sms-simulator-admin-access";
    }

    @Override
    public RequestFilterAction filter(Request request, ServeEvent event) {
        String path = adminPath(request.getUrl());
        String method = request.getMethod().getName();
        if (!AdminApi.ROUTES.contains(method + " " + path)) {
            return reject(404, notFound(method, path));
        }
        if (request.getHeader("Origin") != null) {
            return reject(403, "the header Origin shows a request from a web page, which has no access to this resource");
        }
        String host = request.getHeader("Host");
        if (loopbackOnly && (host == null || !LOCAL_HOST.matcher(host.toLowerCase(Locale.ROOT)).matches())) {
            return reject(403, "the header Host does not name this machine: use localhost or 127.0.0.1");
        }
        return RequestFilterAction.continueWith(request);
    }

    private static RequestFilterAction reject(int status, String error) {
        return RequestFilterAction.stopWith(AdminApi.respond(status, Json.object().put("error", error)));
    }

    private static String adminPath(String url) {
        String path = Urls.getPath(url);
        return path.startsWith(ROOT) ? path.substring(ROOT.length()) : path;
    }
}
