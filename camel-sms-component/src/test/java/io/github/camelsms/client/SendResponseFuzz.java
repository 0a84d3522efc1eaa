package io.github.camelsms.client;

import com.code_intelligence.jazzer.junit.FuzzTest;

/**
 * Searches for a response to a send request that violates {@link ResponseCheck}. Not part of the build, which reads the
 * corpus in {@link ResponseCorpusTest}; see CONTRIBUTING.md for the command.
 */
class SendResponseFuzz {

    @FuzzTest(maxDuration = "5m")
    void read(byte[] input) {
        ResponseInput.of(input).readAsSendResponse();
    }
}
