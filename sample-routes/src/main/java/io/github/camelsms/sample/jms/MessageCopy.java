package io.github.camelsms.sample.jms;

import java.util.Collections;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;

/**
 * A new queue message with the body, the correlation id and the properties of a received one, which itself cannot be
 * changed.
 */
final class MessageCopy {

    private MessageCopy() {
    }

    static Message of(Session session, Message original) throws JMSException {
        Message copy = body(session, original);
        copy.setJMSCorrelationID(original.getJMSCorrelationID());
        copy.setJMSReplyTo(original.getJMSReplyTo());
        copy.setJMSType(original.getJMSType());
        for (Object name : Collections.list(original.getPropertyNames())) {
            String property = String.valueOf(name);
            if (!property.startsWith("JMSX") && !property.startsWith("_AMQ") && !property.startsWith("__AMQ")) {
                copy.setObjectProperty(property, original.getObjectProperty(property));
            }
        }
        return copy;
    }

    /** The body of a serialized object is left out: reading it could run foreign code. */
    private static Message body(Session session, Message original) throws JMSException {
        if (original instanceof TextMessage text) {
            return session.createTextMessage(text.getText());
        }
        if (original instanceof BytesMessage bytes) {
            BytesMessage copy = session.createBytesMessage();
            byte[] content = new byte[(int) bytes.getBodyLength()];
            bytes.reset();
            bytes.readBytes(content);
            copy.writeBytes(content);
            return copy;
        }
        if (original instanceof MapMessage map) {
            MapMessage copy = session.createMapMessage();
            for (Object name : Collections.list(map.getMapNames())) {
                copy.setObject(String.valueOf(name), map.getObject(String.valueOf(name)));
            }
            return copy;
        }
        return session.createMessage();
    }
}
