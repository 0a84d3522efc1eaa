package io.github.camelsms.springboot;

import java.util.List;

/**
 * Exception for properties that the component does not have.
 */
final class UnknownPropertyException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * @param problems a line for each property: its name, its origin, and the name that was probably meant
     */
    UnknownPropertyException(List<String> problems) {
        super(String.join(System.lineSeparator(), problems));
    }
}
