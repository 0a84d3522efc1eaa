package io.github.camelsms.engine;

import java.util.ArrayList;
import java.util.List;

import io.github.camelsms.model.SmsSendResult;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CompletionsTest {

    private final List<SmsSendResult> notified = new ArrayList<>();
    private final List<Long> times = new ArrayList<>();
    private final EngineListeners listener = EngineListeners.of(new EngineListener() {
        @Override
        public void messageCompleted(SmsSendResult result, long nanos) {
            notified.add(result);
            times.add(nanos);
        }
    });
    private final ManualClock clock = new ManualClock();
    private final Completions completions
            = new Completions(Runnable::run, clock, listener);
    private final RecordingSink sink = new RecordingSink();
    private final Submission input = new Submission(() -> null, MemoryEngineFixture.options(1), sink);

    @Test
    void refuse_lastResultOfAnInput_endsAndRemovesIt() {
        completions.begin(input);
        long index = input.taken++;
        input.readEnded(new InputReader.ReadEnd(true, null));
        assertThat(completions.open()).containsExactly(input);

        completions.rejected(input, index, SmsSendResult.accepted(5, "id", "a"));
        completions.completeEnded();

        assertThat(sink.isCompleted()).isTrue();
        assertThat(completions.open()).isEmpty();
    }

    @Test
    void refuse_moreResultsExpected_keepsTheInput() {
        completions.begin(input);

        completions.rejected(input, input.taken++, SmsSendResult.accepted(5, "id", "a"));
        completions.completeEnded();

        assertThat(sink.isCompleted()).isFalse();
        assertThat(completions.open()).containsExactly(input);
    }

    @Test
    void refuse_anyResult_notifiesTheListener() {
        SmsSendResult result = SmsSendResult.accepted(5, "id", "a");
        completions.rejected(input, input.taken++, result);
        assertThat(notified).containsExactly(result);
    }

    @Test
    void complete_message_reportsTheTimeSinceSubmission() {
        clock.advanceMillis(2);
        QueuedMessage entry = new QueuedMessage(MemoryEngineFixture.message("a"), input, input.taken++, clock.nanos());
        clock.advanceMillis(5);

        completions.complete(entry, SmsSendResult.accepted(5, "id", "a"), clock.nanos());

        assertThat(times).containsExactly(5_000_000L);
    }
}
