package io.github.camelsms.body;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import io.github.camelsms.engine.CheckedMessage;
import io.github.camelsms.engine.MessageSource;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.text.NumberRules;
import io.github.camelsms.text.SmsLongMessage;
import io.github.camelsms.text.TextRules;
import org.jspecify.annotations.Nullable;

import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;

/**
 * Reads bodies of a real exchange with the component's reader, without the engine.
 */
final class BodyReading implements AutoCloseable {

    private static final int MAX_ELEMENTS = 200_000;

    private final CamelContext context = new DefaultCamelContext();
    private final SendBodyReader reader
            = new SendBodyReader(
                    ZoneId.of("America/Sao_Paulo"), false, new TextRules(SmsLongMessage.reject, false), NumberRules.of("BR"),
                    true);

    /**
     * Result of reading a body.
     *
     * @param single   whether the body is a single message, which has one result
     * @param elements elements in order
     * @param failure  failure of the exchange, or the error that ended the input early
     */
    record Yield(boolean single, boolean finite, List<CheckedMessage> elements, @Nullable Throwable failure) {

        List<SmsMessage> messages() {
            return elements.stream().filter(CheckedMessage.Valid.class::isInstance)
                    .map(element -> ((CheckedMessage.Valid) element).message())
                    .toList();
        }

        List<SmsSendResult> refusals() {
            return elements.stream().filter(CheckedMessage.Rejected.class::isInstance)
                    .map(element -> ((CheckedMessage.Rejected) element).result()).toList();
        }

        List<@Nullable String> ids() {
            return elements.stream().map(
                    element -> element instanceof CheckedMessage.Valid fit
                            ? fit.message().correlationId() : ((CheckedMessage.Rejected) element).result().correlationId())
                    .toList();
        }
    }

    /** Adds an object to the registry. */
    void bind(String name, Object value) {
        context.getRegistry().bind(name, value);
    }

    Yield read(@Nullable Object body) {
        return read(body, exchange -> {
        });
    }

    Yield read(@Nullable Object body, Consumer<Exchange> preparation) {
        Exchange exchange = new DefaultExchange(context);
        exchange.getMessage().setBody(body);
        preparation.accept(exchange);
        List<CheckedMessage> elements = new ArrayList<>();
        boolean finite = true;
        try {
            MessageSource source = reader.read(exchange);
            if (source instanceof SingleMessage one) {
                return new Yield(true, true, List.of(one.checked()), null);
            }
            finite = source.isFinite();
            for (CheckedMessage element = source.next(); element != null; element = source.next()) {
                elements.add(element);
                if (elements.size() > MAX_ELEMENTS) {
                    throw new AssertionError("the input does not end");
                }
            }
            return new Yield(false, finite, elements, null);
        } catch (Exception e) {
            return new Yield(false, finite, elements, e);
        } catch (OutOfMemoryError e) {
            elements.clear();
            throw new AssertionError("the input never ends", e);
        }
    }

    @Override
    public void close() {
        context.stop();
    }
}
