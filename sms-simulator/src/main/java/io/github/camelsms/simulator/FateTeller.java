package io.github.camelsms.simulator;

import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;

import io.github.camelsms.simulator.StoredMessage.Fate;

/**
 * Decides what becomes of a message, from the seed and its correlation id, so that the order of arrival is no matter.
 */
final class FateTeller {

    private final long seed;
    private final SimulatorSettings.Range delay;
    private final Map<MessageStatus, Double> weights;
    private final double totalWeight;

    FateTeller(long seed, SimulatorSettings.Delivery settings) {
        this.seed = seed;
        this.delay = settings.delay();
        this.weights = settings.weights();
        this.totalWeight = weights.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    Fate tell(Submission submission, long number, long nowMillis) {
        Object key = submission.correlationId() == null ? Long.valueOf(number) : submission.correlationId();
        SplittableRandom random = new SplittableRandom(seed * 31 + Objects.hash(key, submission.destination()));
        long min = delay.min().toMillis();
        long max = delay.max().toMillis();
        long delayMillis = min + (max > min ? random.nextLong(max - min + 1) : 0);
        // A scheduled message reaches the carrier no sooner than its date.
        long start = submission.scheduledSeconds() == StoredMessage.NOT_SCHEDULED
                ? nowMillis : Math.max(nowMillis, Math.multiplyExact(submission.scheduledSeconds(), 1000L));
        return new Fate(draw(random), start + delayMillis);
    }

    private MessageStatus draw(SplittableRandom random) {
        double point = random.nextDouble() * totalWeight;
        MessageStatus drawn = MessageStatus.SENT;
        for (Map.Entry<MessageStatus, Double> weight : weights.entrySet()) {
            if (weight.getValue() > 0) {
                drawn = weight.getKey();
                point -= weight.getValue();
                if (point < 0) {
                    break;
                }
            }
        }
        return drawn;
    }
}
