package io.github.camelsms.simulator;

/** The three operations of the service. */
public enum Operation {
    /** {@code POST /v1/send}. */
    SEND("POST", "/v1/send"),
    /** {@code GET /v1/status}: statuses not yet consulted. */
    STATUS("GET", "/v1/status"),
    /** {@code GET /v1/status/date}: statuses by send date. */
    STATUS_BY_DATE("GET", "/v1/status/date");

    private final String method;
    private final String path;

    Operation(String method, String path) {
        this.method = method;
        this.path = path;
    }

    /** Returns the HTTP method. */
    public String method() {
        return method;
    }

    /** Returns the path below the service base address. */
    public String path() {
        return path;
    }
}
