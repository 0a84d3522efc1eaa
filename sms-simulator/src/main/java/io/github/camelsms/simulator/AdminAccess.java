package io.github.camelsms.simulator;

import java.util.Locale;
import java.util.regex.Pattern;

import com.github.tomakehurst.wiremock.extension.requestfilter.AdminRequestFilterV2;
import com.github.tomakehurst.wiremock.extension.requestfilter.RequestFilterAction;
import com.github.tomakehurst.wiremock.http.Request;
import com.github.tomakehurst.wiremock.stubbing.ServeEvent;

/**
 * Filter in front of WireMock's admin resources: only those of the simulator pass, and no request of a web page.
 *
 * <p>
 * WireMock's own resources can replace the simulator's answers, forward requests elsewhere and write files, and they
 * ask for no password.
 */
final class AdminAccess implements AdminRequestFilterV2 {

    private static final String ROOT = "/__admin";
    /** Names that DNS cannot lead elsewhere: addresses as numbers and localhost, each with an optional port. */
    private static final Pattern OF_THIS_MACHINE
            = Pattern.compile("(localhost|([a-z0-9-]+\\.)+localhost|[0-9]{1,3}(\\.[0-9]{1,3}){3}|\\[[0-9a-f:.%]+])(:[0-9]+)?");

    private final boolean loopbackOnly;

    AdminAccess(boolean loopbackOnly) {
        this.loopbackOnly = loopbackOnly;
    }

    /** Whether the path is one of WireMock's admin resources or pages: all but the simulator's own. */
    static boolean isHidden(String method, String path) {
        return (path.equals(ROOT) || path.startsWith(ROOT + "/"))
                && !SmsSimulatorAdminApi.ROUTES.contains(method + " " + path.substring(ROOT.length()));
    }

    static String nothingAt(String method, String path) {
        return "there is nothing at " + path + " for " + method;
    }

    @Override
    public String getName() {
        return "sms-simulator-admin-access";
    }

    @Override
    public RequestFilterAction filter(Request request, ServeEvent event) {
        String path = pathOf(request.getUrl());
        String method = request.getMethod().getName();
        if (!SmsSimulatorAdminApi.ROUTES.contains(method + " " + path)) {
            return refuse(404, nothingAt(method, path));
        }
        if (request.getHeader("Origin") != null) {
            return refuse(403, "a request with the header Origin comes from a web page, which has no access to this resource");
        }
        String host = request.getHeader("Host");
        if (loopbackOnly && (host == null || !OF_THIS_MACHINE.matcher(host.toLowerCase(Locale.ROOT)).matches())) {
            return refuse(403, "the header Host does not name this machine: use localhost or 127.0.0.1");
        }
        return RequestFilterAction.continueWith(request);
    }

    private static RequestFilterAction refuse(int status, String error) {
        return RequestFilterAction.stopWith(SmsSimulatorAdminApi.respond(status, Json.object().put("error", error)));
    }

    private static String pathOf(String url) {
        int mark = url.indexOf('?');
        String path = mark < 0 ? url : url.substring(0, mark);
        return path.startsWith(ROOT) ? path.substring(ROOT.length()) : path;
    }
}
