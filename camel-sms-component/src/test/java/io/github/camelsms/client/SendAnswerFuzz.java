package io.github.camelsms.client;

import com.code_intelligence.jazzer.junit.FuzzTest;

/**
 * Looks for an answer to a send request that breaks what {@link AnswerCheck} says. Not part of the build, which reads
 * the corpus in {@link AnswerCorpusTest} instead; CONTRIBUTING.md has the command.
 */
class SendAnswerFuzz {

    @FuzzTest(maxDuration = "5m")
    void read(byte[] input) {
        AnswerInput.of(input).readAsSendAnswer();
    }
}
