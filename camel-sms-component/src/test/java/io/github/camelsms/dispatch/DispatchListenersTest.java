package io.github.camelsms.dispatch;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsSendResult;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class DispatchListenersTest {

    private static final SmsSendResult RESULT = SmsSendResult.accepted(5, "id", "a");

    static Stream<Consumer<DispatchListener>> events() {
        return Stream.of(
                it -> it.requestCompleted(1, new SendResponse.NotConnected("no"), 1), it -> it.messageCompleted(RESULT, 1),
                it -> it.throttled("slow", 1), it -> it.unreachable("no", 1, 1), it -> it.halted(401, "no", 1),
                it -> it.unanswered("no", 3, 1), DispatchListener::recovered, it -> it.unknown(List.of(RESULT)),
                it -> it.internalError(new IllegalStateException()));
    }

    @ParameterizedTest
    @MethodSource("events")
    void event_oneListenerThrows_allHearItAndTheFailureIsPassedOn(Consumer<DispatchListener> event) {
        List<String> heard = new ArrayList<>();
        DispatchListeners listeners
                = new DispatchListeners(List.of(new Recorder(heard, "first", true), new Recorder(heard, "second", false)));
        assertThatThrownBy(() -> event.accept(listeners)).isInstanceOf(NoSuchMethodError.class);
        assertThat(heard).containsExactly("first", "second");
    }

    /** Notes that it heard anything at all. */
    private record Recorder(List<String> heard, String name, boolean throwing) implements DispatchListener {

        @Override
        public void requestCompleted(int messages, SendResponse response, long roundTripNanos) {
            note();
        }

        @Override
        public void messageCompleted(SmsSendResult result, long nanos) {
            note();
        }

        @Override
        public void throttled(String reason, long pauseNanos) {
            note();
        }

        @Override
        public void unreachable(String reason, int attempts, long delayNanos) {
            note();
        }

        @Override
        public void halted(int code, String reason, long probeDelayNanos) {
            note();
        }

        @Override
        public void unanswered(String reason, int requests, long delayNanos) {
            note();
        }

        @Override
        public void recovered() {
            note();
        }

        @Override
        public void unknown(List<SmsSendResult> results) {
            note();
        }

        @Override
        public void internalError(Throwable error) {
            note();
        }

        private void note() {
            heard.add(name);
            if (throwing) {
                throw new NoSuchMethodError();
            }
        }
    }
}
