package io.github.camelsms.engine;

import java.util.ArrayList;
import java.util.List;

import io.github.camelsms.model.SmsSendResult;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class EngineListenersTest {

    private static final SmsSendResult RESULT = SmsSendResult.accepted(5, "id", "a");

    private final List<SmsSendResult> completed = new ArrayList<>();
    private final List<Throwable> errors = new ArrayList<>();
    private final IllegalStateException broken = new IllegalStateException("broken listener");

    @Test
    void messageCompleted_listenerReturns_receivesTheResult() {
        EngineListeners.of(new EngineListener() {
            @Override
            public void messageCompleted(SmsSendResult result, long nanos) {
                completed.add(result);
            }
        }).messageCompleted(RESULT, 1);
        assertThat(completed).containsExactly(RESULT);
    }

    @Test
    void messageCompleted_listenerThrows_reportsTheError() {
        EngineListeners.of(new EngineListener() {
            @Override
            public void messageCompleted(SmsSendResult result, long nanos) {
                throw broken;
            }

            @Override
            public void internalError(Throwable error) {
                errors.add(error);
            }
        }).messageCompleted(RESULT, 1);
        assertThat(errors).containsExactly(broken);
    }

    @Test
    void publish_listenerThrows_reportsTheError() {
        EngineListeners.of(new EngineListener() {
            @Override
            public void recovered() {
                throw broken;
            }

            @Override
            public void internalError(Throwable error) {
                errors.add(error);
            }
        }).publish(EngineListener::recovered);
        assertThat(errors).containsExactly(broken);
    }

    @Test
    void failed_listenerThrowsTheSameError_isIgnored() {
        Error error = new StackOverflowError();
        EngineListeners listener = EngineListeners.of(new EngineListener() {
            @Override
            public void messageCompleted(SmsSendResult result, long nanos) {
                throw error;
            }

            @Override
            public void internalError(Throwable defect) {
                throw error;
            }
        });
        listener.messageCompleted(RESULT, 1);
        listener.publish(it -> it.internalError(error));
        assertThat(error.getSuppressed()).isEmpty();
    }

    @Test
    void failed_listenerThrowsAnotherError_keepsBothErrors() {
        Throwable error = new IllegalStateException("defect");
        EngineListeners.of(new EngineListener() {
            @Override
            public void internalError(Throwable defect) {
                throw broken;
            }
        }).failed(error);
        assertThat(error.getSuppressed()).containsExactly(broken);
    }

    @Test
    void publish_oneListenerThrows_notifiesTheOthers() {
        List<String> received = new ArrayList<>();
        EngineListener throwing = new EngineListener() {
            @Override
            public void recovered() {
                throw broken;
            }

            @Override
            public void messageCompleted(SmsSendResult result, long nanos) {
                throw broken;
            }
        };
        EngineListener quiet = new EngineListener() {
            @Override
            public void recovered() {
                received.add("recovered");
            }

            @Override
            public void messageCompleted(SmsSendResult result, long nanos) {
                received.add("completed");
            }

            @Override
            public void internalError(Throwable error) {
                errors.add(error);
            }
        };
        EngineListeners listeners = EngineListeners.of(throwing, quiet);
        listeners.publish(EngineListener::recovered);
        listeners.messageCompleted(RESULT, 1);
        assertThat(received).containsExactly("recovered", "completed");
        assertThat(errors).containsExactly(broken, broken);
    }
}
