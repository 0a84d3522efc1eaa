package io.github.camelsms.client;

import com.code_intelligence.jazzer.junit.FuzzTest;

/**
 * Looks for a response to a query for statuses that breaks what {@link ResponseCheck} says. Not part of the build,
 * which reads the corpus in {@link ResponseCorpusTest} instead; CONTRIBUTING.md has the command.
 */
class StatusResponseFuzz {

    @FuzzTest(maxDuration = "5m")
    void read(byte[] input) {
        ResponseInput.of(input).readAsStatusResponse();
    }
}
