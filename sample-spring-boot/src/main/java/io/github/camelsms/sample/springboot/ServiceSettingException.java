package io.github.camelsms.sample.springboot;

/**
 * The service to send to is not configured, or not clearly, or a setting is misspelled.
 */
final class ServiceSettingException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final String remedy;

    /**
     * @param remedy what to do, for a person
     */
    ServiceSettingException(IllegalArgumentException cause, String remedy) {
        super(cause.getMessage(), cause);
        this.remedy = remedy;
    }

    String remedy() {
        return remedy;
    }
}
