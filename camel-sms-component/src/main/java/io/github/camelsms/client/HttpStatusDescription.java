package io.github.camelsms.client;

/**
 * Descriptions of HTTP error statuses, with the remedy.
 */
final class HttpStatusDescription {

    private HttpStatusDescription() {
    }

    static String of(int status) {
        return "the service responded with HTTP status " + status + " (" + meaning(status) + ")";
    }

    private static String meaning(int status) {
        return switch (status) {
            case 400 -> "request not understood: check that the address is the SMS service's and its interface is version 1";
            case 401 -> "credentials refused: check user name and password";
            case 403 -> "access refused: check user name, password and what the account may do";
            case 404 -> "not found: check the path of the address; /v1/… is appended to it";
            case 405 -> "method not allowed: check the path of the address; /v1/… is appended to it";
            case 413 -> "request too large: check the limits of the service and lower the batch size";
            case 415 -> "JSON not accepted: check that the address is the SMS service's";
            case 422 -> "request not processable: check that the service's interface is version 1";
            case 429 -> "too many requests";
            default -> {
                if (status >= 300 && status < 400) {
                    yield "redirect, which is not followed: check scheme, host and path of the address";
                }
                yield status >= 500 ? "error inside the service" : "unexpected";
            }
        };
    }
}
