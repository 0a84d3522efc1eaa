package io.github.camelsms.sample.springboot;

/**
 * The service to send to is not configured, or not clearly.
 */
final class ServiceSettingException extends RuntimeException {

    private static final long serialVersionUID = 1;

    ServiceSettingException(IllegalArgumentException cause) {
        super(cause.getMessage(), cause);
    }
}
