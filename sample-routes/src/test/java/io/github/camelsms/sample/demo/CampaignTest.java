package io.github.camelsms.sample.demo;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.github.camelsms.test.SampleSize;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Campaign with opt-outs, a window and a cap, whose process is killed twice. It runs with the large samples, or with
 * the number of lines in the property <code>campaign.lines</code>.
 */
class CampaignTest {

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    static IntStream lines() {
        return IntStream.of(SampleSize.of("campaign.lines", 0, 4_000)).filter(lines -> lines > 0);
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("lines")
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    void run_processIsKilledTwice_givesEachLineOneOutcomeAndObeysThePolicies(int lines) throws Exception {
        assertThat(CampaignDemo.run(folder.resolve("run"), lines, new PrintStream(System.out, true, StandardCharsets.UTF_8)))
                .isTrue();
    }
}
