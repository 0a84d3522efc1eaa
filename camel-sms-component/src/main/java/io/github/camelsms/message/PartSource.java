package io.github.camelsms.message;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;

import io.github.camelsms.dispatch.CheckedMessage;
import io.github.camelsms.dispatch.MessageSource;
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
    private final Parts results;
    private final Queue<CheckedMessage> parts = new ArrayDeque<>();

    /**
     * @param results informed of each message before the engine receives its first segment
     */
    public PartSource(MessageSource elements, TextRules texts, Parts results) {
        this.elements = elements;
        this.texts = texts;
        this.results = results;
    }

    /** Listener for the messages that are read. Called by one reader at a time. */
    @FunctionalInterface
    public interface Parts {

        /** Listener that ignores all calls. */
        Parts IGNORED = (correlationId, parts) -> {
        };

        /**
         * Announces the next message before the engine receives it.
         *
         * @param correlationId the message's own id, or null if it is not split
         * @param parts         its number of segments; 1 if it is not split
         */
        void expect(@Nullable String correlationId, int parts);
    }

    /** Returns an input of one message. */
    public static MessageSource of(CheckedMessage.Valid message) {
        Integer priority = message.message().priority();
        Queue<CheckedMessage> left = new ArrayDeque<>(List.of(message));
        return new MessageSource() {
            @Override
            public @Nullable CheckedMessage next() {
                return left.poll();
            }

            @Override
            public boolean isFinite() {
                return true;
            }

            @Override
            public boolean isOneMessage() {
                return true;
            }

            @Override
            public int priority() {
                return priority == null ? SmsMessage.DEFAULT_PRIORITY : priority;
            }
        };
    }

    @Override
    public @Nullable CheckedMessage next() {
        if (!parts.isEmpty()) {
            return parts.poll();
        }
        CheckedMessage element = elements.next();
        if (element instanceof CheckedMessage.Valid whole && texts.splits(whole.message())) {
            List<SmsMessage> cut = MessageParts.of(whole.message());
            results.expect(whole.message().correlationId(), cut.size());
            cut.forEach(part -> parts.add(new CheckedMessage.Valid(part)));
            return parts.poll();
        }
        if (element != null) {
            results.expect(null, 1);
        }
        return element;
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
