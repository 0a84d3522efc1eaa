package io.github.camelsms.operations.browser;

import java.nio.file.Path;

import io.github.camelsms.operations.MainApplication;
import io.github.camelsms.operations.OperatedApplication;
import io.github.camelsms.simulator.SmsSimulator;

/**
 * Tests for the operations page on Camel Main in a browser.
 */
class MainPageIT extends PageInBrowser {

    @Override
    OperatedApplication start(SmsSimulator simulator, Path file) throws Exception {
        return MainApplication.start(simulator, file);
    }
}
