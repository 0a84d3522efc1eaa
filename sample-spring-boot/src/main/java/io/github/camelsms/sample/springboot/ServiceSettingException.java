package io.github.camelsms.sample.springboot;

/**
 * Exception for a service that is not configured or configured ambiguously, and for misspelled settings.
 */
final class ServiceSettingException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final String remedy;

    /**
     * @param remedy remedy, for operators
     */
    ServiceSettingException(IllegalArgumentException cause, String remedy) {
        super(cause.getMessage(), cause);
        this.remedy = remedy;
    }

    String remedy() {
        return remedy;
    }
}
