package io.github.camelsms;

import java.util.List;

import org.apache.camel.CamelContext;

/**
 * Live threads of a Camel context.
 */
public final class ContextThreads {

    private ContextThreads() {
    }

    /** Returns the names of the threads that contain a text. */
    public static List<String> named(CamelContext context, String part) {
        String ofThisContext = "(" + context.getName() + ")";
        return Thread.getAllStackTraces().keySet().stream().map(Thread::getName)
                .filter(name -> name.contains(ofThisContext) && name.contains(part)).toList();
    }
}
