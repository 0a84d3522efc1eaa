package io.github.camelsms;

import org.apache.camel.main.Main;

/**
 * Camel Main that reads no file and does not log its configuration.
 */
final class QuietMain {

    private QuietMain() {
    }

    static Main create() {
        Main main = new Main();
        main.configure().setAutoConfigurationLogSummary(false);
        main.setDefaultPropertyPlaceholderLocation("false");
        return main;
    }
}
