package io.github.camelsms.model;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SafeTextTest {

    @Test
    void of_objectWithText_returnsIt() {
        assertThat(SafeText.of(new IllegalStateException("no room"))).isEqualTo("java.lang.IllegalStateException: no room");
    }

    @Test
    void of_toStringFails_returnsTheClassName() {
        assertThat(SafeText.of(new TextlessException())).isEqualTo("io.github.camelsms.model.TextlessException");
        assertThat(SafeText.of(new NullTextException())).isEqualTo("io.github.camelsms.model.NullTextException");
    }

    @Test
    void message_exceptionWithMessage_returnsIt() {
        assertThat(SafeText.message(new IllegalStateException("no room"))).isEqualTo("no room");
    }

    @Test
    void message_noMessage_returnsTheSimpleClassName() {
        assertThat(SafeText.message(new TextlessException())).isEqualTo("TextlessException");
        assertThat(SafeText.message(new IllegalStateException())).isEqualTo("IllegalStateException");
    }

    @Test
    void withRootCause_wrappers_returnsBothTexts() {
        Exception root = new IllegalStateException("address is full");
        Exception wrapped = new RuntimeException("failed for number 12", new RuntimeException("uncategorized", root));

        assertThat(SafeText.withRootCause(wrapped)).isEqualTo(
                "java.lang.RuntimeException: failed for number 12, caused by java.lang.IllegalStateException: address is full");
        assertThat(SafeText.withRootCause(root)).isEqualTo("java.lang.IllegalStateException: address is full");
        assertThat(SafeText.withRootCause(new RuntimeException(root)))
                .isEqualTo("java.lang.RuntimeException: java.lang.IllegalStateException: address is full");
    }

    @Test
    void withRootCause_causesThatFailOrRepeat_returnsAText() {
        Exception failing = new RuntimeException("outside") {
            @Override
            public synchronized Throwable getCause() {
                throw new IllegalStateException();
            }
        };
        Exception first = new RuntimeException("first");
        Exception second = new RuntimeException("second", first);
        first.initCause(second);

        assertThat(SafeText.withRootCause(failing)).endsWith("outside");
        assertThat(SafeText.withRootCause(first)).startsWith("java.lang.RuntimeException: first");
    }
}
