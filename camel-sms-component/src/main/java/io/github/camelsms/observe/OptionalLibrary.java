package io.github.camelsms.observe;

/**
 * Detection of libraries that the component uses only if the application has them. Without such a library, a class that
 * uses it must not be loaded.
 */
final class OptionalLibrary {

    private OptionalLibrary() {
    }

    /** Returns whether the component's class loader, which links the classes that use the library, finds its class. */
    static boolean isPresent(String className) {
        try {
            Class.forName(className, false, OptionalLibrary.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }
}
