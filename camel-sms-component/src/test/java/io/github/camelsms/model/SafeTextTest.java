package io.github.camelsms.model;

import io.github.camelsms.NullTextException;
import io.github.camelsms.TextlessException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SafeTextTest {

    @Test
    void of_objectWithText_returnsIt() {
        assertThat(SafeText.of(new IllegalStateException("no room"))).isEqualTo("java.lang.IllegalStateException: no room");
    }

    @Test
    void of_toStringFails_returnsTheClassName() {
        assertThat(SafeText.of(new TextlessException())).isEqualTo("io.github.camelsms.TextlessException");
        assertThat(SafeText.of(new NullTextException())).isEqualTo("io.github.camelsms.NullTextException");
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
}
