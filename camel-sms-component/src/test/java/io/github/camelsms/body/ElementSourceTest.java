package io.github.camelsms.body;

import java.util.Iterator;
import java.util.List;

import io.github.camelsms.engine.CheckedMessage;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.TextlessException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests for the end of an input and the closing of its containers.
 */
class ElementSourceTest {

    private static final SmsMessage MESSAGE = new SmsMessage("hello", "11987654321", "c1", null);

    private final CamelContext context = new DefaultCamelContext();
    private final ClosingInput inputs = new ClosingInput();

    @AfterEach
    void stop() {
        context.stop();
    }

    @Test
    void close_noReadInProgress_closesAllContainersAndEndsTheInput() {
        ElementSource source = source(inputs.iterator(List.of(inputs.iterator(List.of(MESSAGE, MESSAGE)), MESSAGE)));
        assertThat(source.next()).isNotNull();
        source.close();
        inputs.assertAllClosedOnce();
        assertThat(source.next()).isNull();
        source.close();
        inputs.assertAllClosedOnce();
    }

    @Test
    void close_duringARead_closesTheContainerAfterwards() {
        ElementSource[] source = new ElementSource[1];
        Iterator<SmsMessage> closing = new Iterator<>() {
            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public SmsMessage next() {
                source[0].close();
                inputs.assertNoneClosed();
                return MESSAGE;
            }
        };
        source[0] = source(inputs.iterator(List.of(inputs.wrapped(closing))));
        assertThat(source[0].next()).isEqualTo(new CheckedMessage.Valid(MESSAGE));
        inputs.assertAllClosedOnce();
        assertThat(source[0].next()).isNull();
    }

    @Test
    void next_afterTheEnd_returnsTheEnd() {
        ElementSource source = source(inputs.iterator(List.of(MESSAGE)));
        assertThat(source.next()).isNotNull();
        assertThat(source.next()).isNull();
        inputs.assertAllClosedOnce();
        assertThat(source.next()).isNull();
        source.close();
        inputs.assertAllClosedOnce();
    }

    @Test
    void next_closeThrows_isReadToItsEnd() {
        ElementSource source = source(List.of(inputs.failingToClose(List.of(MESSAGE)), MESSAGE));
        assertThat(source.next()).isNotNull();
        assertThat(source.next()).isNotNull();
        assertThat(source.next()).isNull();
    }

    @Test
    void next_containersNestedTooDeeply_closesAllOfThem() {
        Iterator<?> nested = inputs.iterator(List.of(MESSAGE));
        for (int depth = 0; depth < ElementSource.MAX_NESTING; depth++) {
            nested = inputs.iterator(List.of(nested));
        }
        ElementSource source = source(nested);
        assertThatThrownBy(source::next).isInstanceOf(UnreadableBodyException.class);
        inputs.assertAllClosedOnce();
    }

    @Test
    void close_exceptionWithoutText_isIgnored() {
        AutoCloseable failing = () -> {
            throw new TextlessException();
        };
        assertThatCode(() -> Container.close(failing)).doesNotThrowAnyException();
    }

    private ElementSource source(Object body) {
        @Nullable
        Container container = Container.of(body);
        assertThat(container).isNotNull();
        return new ElementSource(
                container, 4, new ContentReader(new DefaultExchange(context), false),
                element -> new CheckedMessage.Valid((SmsMessage) element));
    }
}
