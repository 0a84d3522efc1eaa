package io.github.camelsms;

import java.io.IOException;
import java.io.OutputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Objects;

import io.github.camelsms.model.Sha256;
import org.jspecify.annotations.Nullable;

import org.apache.camel.Message;
import org.apache.camel.StreamCache;

/**
 * Body of many messages and the headers that apply to them, to recognize the same messages later. Priority and time to
 * live do not make them other messages.
 */
final class BodySnapshot {

    private final @Nullable Object body;
    private final @Nullable Object destination;
    private final @Nullable Object prefix;
    private final @Nullable Object scheduledDate;

    private BodySnapshot(@Nullable Object body, @Nullable Object destination, @Nullable Object prefix,
                         @Nullable Object scheduledDate) {
        this.body = body;
        this.destination = destination;
        this.prefix = prefix;
        this.scheduledDate = scheduledDate;
    }

    static BodySnapshot of(Message message) {
        return new BodySnapshot(
                elements(message.getBody()), message.getHeader(SmsConstants.DESTINATION),
                message.getHeader(SmsConstants.CORRELATION_ID_PREFIX), message.getHeader(SmsConstants.SCHEDULED_DATE));
    }

    /** Returns whether a message has the same body and headers. */
    boolean isRepeatedBy(Message message) {
        BodySnapshot next = of(message);
        return Objects.equals(destination, next.destination) && Objects.equals(prefix, next.prefix)
                && Objects.equals(scheduledDate, next.scheduledDate)
                && (body instanceof StreamCache mine && next.body instanceof StreamCache other
                        ? isSame(mine, other) : Objects.deepEquals(body, next.body));
    }

    /** Copies a collection in memory, because the route may fill it with other messages. */
    private static @Nullable Object elements(@Nullable Object body) {
        if (body instanceof Object[] array) {
            return Arrays.asList(array.clone());
        }
        // Other collections may load their elements.
        boolean isInMemory = body instanceof Collection<?> && body.getClass().getModule() == Object.class.getModule();
        try {
            return isInMemory ? new ArrayList<>((Collection<?>) body) : body;
        } catch (RuntimeException e) {
            return body;
        }
    }

    /** Marshalling makes a new stream for each redelivery. */
    private static boolean isSame(StreamCache mine, StreamCache other) {
        try {
            return mine == other || Arrays.equals(digest(mine), digest(other));
        } catch (IOException | RuntimeException e) {
            // If in doubt, nothing is sent.
            return true;
        }
    }

    private static byte[] digest(StreamCache stream) throws IOException {
        MessageDigest digest = Sha256.newDigest();
        stream.reset();
        stream.writeTo(new DigestOutputStream(OutputStream.nullOutputStream(), digest));
        stream.reset();
        return digest.digest();
    }
}
