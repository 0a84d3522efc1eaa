package io.github.camelsms.simulator.message;

import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;

import io.github.camelsms.simulator.MessageStatus;
import io.github.camelsms.simulator.settings.SimulatorSettings;

/**
 * The delivery of messages: chooses each final status from the seed, the correlation id and the destination, so that
 * the order of arrival does not matter.
 */
final class DeliverySimulator {

    /** The final status of a message and its time. */
    record Outcome(MessageStatus finalStatus, long finalAtMillis) {
    }

    private final long seed;
    private final SimulatorSettings.Range delay;
    private final Map<MessageStatus, Double> weights;
    private final double totalWeight;

    DeliverySimulator(long seed, SimulatorSettings.Delivery settings) {
        this.seed = seed;
        this.delay = settings.delay();
        this.weights = settings.weights();
        this.totalWeight = weights.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    /**
     * @param position  number of messages accepted before, which replaces a missing correlation id
     * @param dueMillis when the message is given to the carrier
     */
    Outcome deliver(Submission submission, int position, long dueMillis) {
        Object key = submission.correlationId() == null ? Integer.valueOf(position) : submission.correlationId();
        SplittableRandom random = new SplittableRandom(seed * 31 + Objects.hash(key, submission.destination()));
        long min = delay.min().toMillis();
        long max = delay.max().toMillis();
        long delayMillis = min + (max > min ? random.nextLong(max - min + 1) : 0);
        return new Outcome(chooseStatus(random), dueMillis + delayMillis);
    }

    private MessageStatus chooseStatus(SplittableRandom random) {
        double point = random.nextDouble() * totalWeight;
        MessageStatus chosen = MessageStatus.SENT;
        for (Map.Entry<MessageStatus, Double> weight : weights.entrySet()) {
            if (weight.getValue() > 0) {
                chosen = weight.getKey();
                point -= weight.getValue();
                if (point < 0) {
                    break;
                }
            }
        }
        return chosen;
    }
}
