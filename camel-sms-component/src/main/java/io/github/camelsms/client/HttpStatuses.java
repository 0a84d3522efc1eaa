package io.github.camelsms.client;

import java.util.Set;

/**
 * HTTP error statuses, which the service's codes follow: their kinds and descriptions, with the remedy.
 */
public final class HttpStatuses {

    private static final Set<Integer> NOT_UNDERSTOOD = Set.of(400, 404, 405, 413, 415, 422);

    private HttpStatuses() {
    }

    /** Returns whether the credentials were rejected. */
    public static boolean isUnauthorized(int status) {
        return status == 401 || status == 403;
    }

    /** Returns whether the request as a whole was not understood. */
    static boolean isNotUnderstood(int status) {
        return NOT_UNDERSTOOD.contains(status);
    }

    /** Returns whether the service has not accepted the request, whatever its reason. */
    static boolean isNotAccepted(int status) {
        return isUnauthorized(status) || isNotUnderstood(status);
    }

    static String describe(int status) {
        return "the service responded with HTTP status " + status + " (" + meaning(status) + ")";
    }

    private static String meaning(int status) {
        return switch (status) {
            case 400 ->
                "request not understood: check that baseUrl is the address of the SMS service and its interface is version 1";
            case 401 -> "credentials rejected: check user name and password";
            case 403 -> "access denied: check user name, password and what the account may do";
            case 404 -> "not found: check the path of baseUrl; /v1/… is appended to it";
            case 405 -> "method not allowed: check the path of baseUrl; /v1/… is appended to it";
            case 413 -> "request too large: check the limits of the service and lower the batch size";
            case 415 -> "JSON not accepted: check that baseUrl is the address of the SMS service";
            case 422 -> "request not processable: check that the service's interface is version 1";
            case 429 -> "too many requests";
            default -> {
                if (status >= 300 && status < 400) {
                    yield "redirect, which is not followed: check scheme, host and path of baseUrl";
                }
                yield status >= 500 ? "error inside the service" : "unexpected";
            }
        };
    }
}
