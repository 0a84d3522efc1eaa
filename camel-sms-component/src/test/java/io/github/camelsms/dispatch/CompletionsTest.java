package io.github.camelsms.dispatch;

import java.util.ArrayList;
import java.util.List;

import io.github.camelsms.model.SmsSendResult;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CompletionsTest {

    private final List<SmsSendResult> told = new ArrayList<>();
    private final SafeListener listener = new SafeListener(new DispatchListener() {
        @Override
        public void messageCompleted(SmsSendResult result) {
            told.add(result);
        }
    });
    private final Completions completions
            = new Completions(new CompletionWorkers(Runnable::run, new ManualClock(), listener), listener);
    private final RecordingSink sink = new RecordingSink();
    private final Submission input = new Submission(() -> null, 1, sink);

    @Test
    void complete_lastResultOfAnInput_endsAndForgetsIt() {
        completions.begin(input);
        long index = input.taken++;
        input.readEnded(new Submission.ReadEnd(true, null));
        assertThat(completions.open()).containsExactly(input);

        completions.complete(input, index, SmsSendResult.accepted(5, "id", "a"));
        completions.handBack();

        assertThat(sink.isCompleted()).isTrue();
        assertThat(completions.open()).isEmpty();
    }

    @Test
    void complete_moreToCome_keepsTheInput() {
        completions.begin(input);

        completions.complete(input, input.taken++, SmsSendResult.accepted(5, "id", "a"));
        completions.handBack();

        assertThat(sink.isCompleted()).isFalse();
        assertThat(completions.open()).containsExactly(input);
    }

    @Test
    void complete_anyResult_tellsTheListener() {
        SmsSendResult result = SmsSendResult.accepted(5, "id", "a");
        completions.complete(input, input.taken++, result);
        assertThat(told).containsExactly(result);
    }
}
