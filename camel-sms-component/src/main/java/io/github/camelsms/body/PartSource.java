package io.github.camelsms.body;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;

import io.github.camelsms.engine.CheckedMessage;
import io.github.camelsms.engine.MessageSource;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.text.MessageParts;
import io.github.camelsms.text.TextRules;
import org.jspecify.annotations.Nullable;

/**
 * Input that splits long messages into segments.
 */
public final class PartSource implements MessageSource {

    private final MessageSource elements;
    private final TextRules texts;
    private final @Nullable PartResults results;
    private final Queue<CheckedMessage> parts = new ArrayDeque<>();

    /**
     * @param results informed of each message before the engine receives its first segment; null if each segment has a
     *                result of its own
     */
    public PartSource(MessageSource elements, TextRules texts, @Nullable PartResults results) {
        this.elements = elements;
        this.texts = texts;
        this.results = results;
    }

    @Override
    public @Nullable CheckedMessage next() {
        if (!parts.isEmpty()) {
            return parts.poll();
        }
        CheckedMessage element = elements.next();
        if (element instanceof CheckedMessage.Valid whole && texts.splits(whole.message())) {
            List<SmsMessage> cut = segments(whole.message(), texts);
            expect(whole.message().correlationId(), cut.size());
            cut.forEach(part -> parts.add(new CheckedMessage.Valid(part)));
            return parts.poll();
        }
        if (element != null) {
            expect(null, 1);
        }
        return element;
    }

    /** Returns the messages that are sent for a message: its segments if it is split, otherwise the message itself. */
    public static List<SmsMessage> segments(SmsMessage whole, TextRules texts) {
        return texts.splits(whole) ? MessageParts.of(whole) : List.of(whole);
    }

    private void expect(@Nullable String correlationId, int segments) {
        if (results != null) {
            results.expect(correlationId, segments);
        }
    }

    @Override
    public boolean isFinite() {
        return elements.isFinite();
    }

    @Override
    public boolean isOneMessage() {
        return elements.isOneMessage();
    }

    @Override
    public int priority() {
        return elements.priority();
    }
}
