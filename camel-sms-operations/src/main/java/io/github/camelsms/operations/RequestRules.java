package io.github.camelsms.operations;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Rules for requests to the operations page, on any server.
 *
 * @param hosts       host names that are served
 * @param allowRemote whether requests of other machines are served
 */
record RequestRules(ServedHosts hosts, boolean allowRemote) {

    /** Headers of each response: the page loads nothing from elsewhere, and no other page can show it in a frame. */
    static final Map<String, String> HEADERS = Map.of(
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
                                       + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            "Cache-Control", "no-store",
            "Cross-Origin-Resource-Policy", "same-origin",
            "Referrer-Policy", "no-referrer",
            "X-Content-Type-Options", "nosniff",
            "X-Frame-Options", "DENY");

    static final String REFUSAL_TYPE = "text/plain; charset=utf-8";

    /** Response to a request that is refused. */
    record Refusal(int status, String reason) {
    }

    static final Refusal HAS_BODY
            = new Refusal(413, "Requests to this server have no body. Send this one without it.\n");
    static final Refusal FOREIGN_HOST = new Refusal(
            403,
            "The header Host names a host that is not served: use 127.0.0.1, or add the name to camel.sms.operations.hosts.\n");
    static final Refusal OTHER_MACHINE = new Refusal(
            403,
            "Only requests from the machine of the server are served: use a tunnel, or set camel.sms.operations.allow-remote=true.\n");

    /**
     * Returns why a request is refused, or null if it is served.
     *
     * @param host             its header <code>Host</code>, empty if it has none
     * @param remoteAddress    IP address of its connection
     * @param contentLength    its header <code>Content-Length</code>, or null
     * @param transferEncoding its header <code>Transfer-Encoding</code>, or null
     */
    @Nullable
    Refusal refusal(
            String host, String remoteAddress, @Nullable String contentLength, @Nullable String transferEncoding) {
        // Nothing here reads a body, and the server could hold it in memory.
        if (transferEncoding != null || contentLength != null && !contentLength.equals("0")) {
            return HAS_BODY;
        }
        if (!hosts.contains(host)) {
            return FOREIGN_HOST;
        }
        return allowRemote || ServedHosts.isThisMachine(remoteAddress) ? null : OTHER_MACHINE;
    }

    /** Returns these rules for what is not part of the page: requests of other machines are served. */
    RequestRules ofServer() {
        return new RequestRules(hosts, true);
    }
}
