package io.github.camelsms.benchmarks.peers;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

import io.github.camelsms.model.SmsMessage;

/**
 * Messages that are created before the measurement, and reused in a circle large enough that none is outstanding twice.
 */
public final class PreparedMessages {

    /** Number of messages of a full request. */
    public static final int BATCH = 200;

    /** Authorization header of every sender. */
    static final String AUTHORIZATION
            = "Basic " + Base64.getEncoder().encodeToString("user:secret".getBytes(StandardCharsets.UTF_8));

    private static final int CIRCLE = 100_000;

    private final List<SmsMessage> circle;

    public PreparedMessages() {
        circle = new ArrayList<>(CIRCLE);
        for (int i = 0; i < CIRCLE; i++) {
            circle.add(new SmsMessage(
                    "Your parcel " + i + " has left our warehouse and arrives tomorrow between 9 and 12.",
                    "119" + (80_000_000 + i), "order-" + i, null));
        }
    }

    /** Returns the message with this number. */
    public SmsMessage get(long number) {
        return circle.get((int) (number % CIRCLE));
    }

    /** Returns the list of 200 messages with this number. */
    public List<SmsMessage> list(long number) {
        int from = (int) (number % (CIRCLE / BATCH)) * BATCH;
        return circle.subList(from, from + BATCH);
    }

    /** Returns request bodies with 200 messages each, for all messages of the circle. */
    public List<byte[]> bodies() {
        List<byte[]> bodies = new ArrayList<>();
        for (int i = 0; i < CIRCLE / BATCH; i++) {
            bodies.add(PeerJson.write(list(i)));
        }
        return bodies;
    }

    /** Returns a request body with this message only. */
    public byte[] body(long number) {
        return PeerJson.write(List.of(get(number)));
    }
}
