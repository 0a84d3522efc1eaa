package io.github.camelsms.operations.browser;

import java.nio.file.Path;

import io.github.camelsms.operations.OperatedApplication;
import io.github.camelsms.operations.SpringBootApplication;
import io.github.camelsms.simulator.SmsSimulator;

/**
 * Tests for the operations page on Spring Boot in a browser.
 */
class SpringBootPageIT extends PageInBrowser {

    @Override
    OperatedApplication start(SmsSimulator simulator, Path file) throws Exception {
        return SpringBootApplication.start(simulator, file);
    }
}
