package io.github.camelsms.sample.jms;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.ObjectMessage;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import org.jspecify.annotations.Nullable;

/**
 * The text and the properties of a queue message, whoever sent it and with whatever protocol. A serialized object is
 * never read, because that could run foreign code.
 */
public final class MessageContent {

    /** Bounds what one message takes of the memory, far above the 160 characters of an SMS. */
    private static final int MAX_BODY_LENGTH = 100_000;

    private MessageContent() {
    }

    /**
     * Returns the body of a text message, or of a bytes message in UTF-8; empty if a text message has none.
     *
     * @throws IllegalArgumentException if the message is of another type or its body cannot be used; the message is for
     *                                  a person to read
     * @throws JMSException             if the broker does not deliver the body
     */
    public static String text(Message message) throws JMSException {
        if (message instanceof TextMessage text) {
            String body = text.getText();
            if (body != null && body.length() > MAX_BODY_LENGTH) {
                throw new IllegalArgumentException("the body is longer than " + MAX_BODY_LENGTH + " characters");
            }
            return body == null ? "" : body;
        }
        if (message instanceof BytesMessage bytes) {
            return utf8(bytes);
        }
        throw new IllegalArgumentException(
                "the message is " + type(message) + ": send a TextMessage, or a BytesMessage in UTF-8");
    }

    /**
     * Returns a property, which is a text or a number, or null if the message does not have it. A number is not turned
     * into a text, because that may round it.
     *
     * @throws IllegalArgumentException if it is neither a text nor a number
     */
    public static @Nullable Object property(Message message, String name) throws JMSException {
        Object value = message.getObjectProperty(name);
        if (value == null || value instanceof String || value instanceof Number) {
            return value;
        }
        throw new IllegalArgumentException(
                "property " + name + " is of type " + value.getClass().getSimpleName() + ": set it as a text");
    }

    /**
     * Estimates how much of the memory the body takes, in bytes or characters. A body whose length is unknown counts as
     * a very long one.
     */
    static long length(Message message) throws JMSException {
        if (message instanceof TextMessage text) {
            String body = text.getText();
            return body == null ? 0 : body.length();
        }
        return message instanceof BytesMessage bytes ? bytes.getBodyLength() : Integer.MAX_VALUE;
    }

    private static String utf8(BytesMessage message) throws JMSException {
        if (message.getBodyLength() > MAX_BODY_LENGTH) {
            throw new IllegalArgumentException("the body is longer than " + MAX_BODY_LENGTH + " bytes");
        }
        byte[] content = new byte[(int) message.getBodyLength()];
        message.reset();
        message.readBytes(content);
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("the body is not UTF-8", e);
        }
    }

    private static String type(Message message) {
        if (message instanceof ObjectMessage) {
            return "a serialized Java object, which is not read because that could run foreign code";
        }
        if (message instanceof MapMessage) {
            return "a MapMessage";
        }
        return message instanceof StreamMessage ? "a StreamMessage" : "a message without a body";
    }
}
