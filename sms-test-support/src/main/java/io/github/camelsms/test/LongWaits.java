package io.github.camelsms.test;

import java.time.Duration;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Default timeout of Awaitility for all test classes, long enough for a slow machine. JUnit finds it by its service
 * file.
 */
public final class LongWaits implements BeforeAllCallback {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    @Override
    public void beforeAll(ExtensionContext context) {
        Awaitility.setDefaultTimeout(TIMEOUT);
    }
}
