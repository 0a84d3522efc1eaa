package io.github.camelsms.sample.jms;

import java.util.Collections;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageEOFException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.Session;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;

/**
 * A new queue message with the body, the correlation id and the properties of a received one, which itself cannot be
 * changed. What says how an earlier attempt ended is left out.
 */
final class MessageCopy {

    /** A longer body is left out: it must not take the memory that other messages need. */
    private static final int MAX_COPIED_BYTES = 32 * 1024 * 1024;

    private MessageCopy() {
    }

    static Message of(Session session, QueueMessage message) throws JMSException {
        Message original = message.jms();
        Message copy = body(session, message.body());
        copy.setJMSCorrelationID(original.getJMSCorrelationID());
        copy.setJMSReplyTo(original.getJMSReplyTo());
        copy.setJMSType(original.getJMSType());
        for (Object name : Collections.list(original.getPropertyNames())) {
            String property = String.valueOf(name);
            if (isCopied(property)) {
                copyProperty(original, copy, property);
            }
        }
        return copy;
    }

    /**
     * Returns a message with the body of the original that can be read as often as wanted. A broker may stream the body
     * of a long message, and then it is gone as soon as the next message is received.
     */
    static Message readableBody(Session session, Message original) throws JMSException {
        if (original instanceof BytesMessage bytes && bytes.getBodyLength() <= MAX_COPIED_BYTES) {
            BytesMessage copy = bytes(session, bytes);
            copy.reset();
            return copy;
        }
        if (original instanceof StreamMessage stream) {
            StreamMessage copy = stream(session, stream);
            copy.reset();
            return copy;
        }
        return original;
    }

    private static boolean isCopied(String property) {
        if (property.startsWith("JMSX")) {
            return property.equals("JMSXGroupID") || property.equals("JMSXGroupSeq");
        }
        return !property.startsWith("_AMQ") && !property.startsWith("__AMQ") && !OutcomeProperties.isOne(property);
    }

    /** Senders that use other protocols set properties with names and types that JMS does not allow. */
    private static void copyProperty(Message original, Message copy, String property) throws JMSException {
        try {
            copy.setObjectProperty(property, original.getObjectProperty(property));
        } catch (MessageFormatException | RuntimeException e) {
            // Left out: an operator misses a property, but the queue goes on.
        }
    }

    /** The body of a serialized object is left out: reading it could run foreign code. */
    private static Message body(Session session, Message original) throws JMSException {
        if (original instanceof TextMessage text) {
            return session.createTextMessage(text.getText());
        }
        if (original instanceof BytesMessage bytes) {
            return bytes.getBodyLength() <= MAX_COPIED_BYTES ? bytes(session, bytes) : session.createMessage();
        }
        if (original instanceof MapMessage map) {
            MapMessage copy = session.createMapMessage();
            for (Object name : Collections.list(map.getMapNames())) {
                copy.setObject(String.valueOf(name), map.getObject(String.valueOf(name)));
            }
            return copy;
        }
        return original instanceof StreamMessage stream ? stream(session, stream) : session.createMessage();
    }

    private static BytesMessage bytes(Session session, BytesMessage original) throws JMSException {
        BytesMessage copy = session.createBytesMessage();
        byte[] content = new byte[(int) original.getBodyLength()];
        original.reset();
        original.readBytes(content);
        copy.writeBytes(content);
        return copy;
    }

    private static StreamMessage stream(Session session, StreamMessage original) throws JMSException {
        StreamMessage copy = session.createStreamMessage();
        original.reset();
        while (true) {
            try {
                copy.writeObject(original.readObject());
            } catch (MessageEOFException e) {
                return copy;
            }
        }
    }
}
