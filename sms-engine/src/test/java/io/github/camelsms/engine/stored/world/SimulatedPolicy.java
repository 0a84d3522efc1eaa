package io.github.camelsms.engine.stored.world;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

import io.github.camelsms.engine.SendPolicy;
import io.github.camelsms.engine.SendVerdict;
import io.github.camelsms.engine.world.VirtualTime;
import io.github.camelsms.model.SmsMessage;

/**
 * The policy of all processes of a world. It rejects some messages and allows others only at certain times. During the
 * failure phase it throws, returns late, and defers some messages again and again. It knows until when each message may
 * depart.
 */
final class SimulatedPolicy implements SendPolicy {

    static final String REJECTED = "OPTED_OUT";
    private static final long WINDOW = 20 * StoreScenario.SECOND;
    private static final long LATEST = 30 * StoreScenario.SECOND;

    private final VirtualTime time;
    private final SplittableRandom random;
    private final BooleanSupplier isTroubled;
    private final Consumer<String> breaks;
    /** Time until which a message may depart, by its correlation id. */
    private final Map<String, Long> allowedUntil = new HashMap<>();

    SimulatedPolicy(VirtualTime time, SplittableRandom random, BooleanSupplier isTroubled, Consumer<String> breaks) {
        this.time = time;
        this.random = random;
        this.isTroubled = isTroubled;
        this.breaks = breaks;
    }

    /** Returns the delay of the next call. */
    long delay() {
        return isTroubled.getAsBoolean() && random.nextInt(10) == 0 ? random.nextLong(LATEST) : random.nextLong(1_000_000);
    }

    private static int number(String correlationId) {
        return Integer.parseInt(correlationId.substring(1));
    }

    /** Returns whether the message is never allowed. */
    static boolean isRejected(String correlationId) {
        return number(correlationId) % 9 == 0;
    }

    @Override
    public List<SendVerdict> check(List<SmsMessage> messages, Instant now) {
        if (isTroubled.getAsBoolean() && random.nextInt(10) == 0) {
            throw new IllegalStateException("planned");
        }
        return messages.stream().map(message -> verdict(String.valueOf(message.correlationId()), now)).toList();
    }

    private SendVerdict verdict(String id, Instant now) {
        if (isRejected(id)) {
            return new SendVerdict.Rejected(REJECTED);
        } else if (!isTroubled.getAsBoolean()) {
            return allowed(id, Long.MAX_VALUE, SendVerdict.ALLOWED);
        } else if (number(id) % 7 == 1) {
            return new SendVerdict.Deferred(now, "again and again");
        } else if (number(id) % 2 == 0) {
            return random.nextInt(20) == 0
                    ? new SendVerdict.Failed("no verdict", null) : allowed(id, Long.MAX_VALUE, SendVerdict.ALLOWED);
        }
        long left = WINDOW - time.nanos() % WINDOW;
        boolean isOpen = time.nanos() / WINDOW % 2 == 0;
        return isOpen
                ? allowed(id, time.nanos() + left, new SendVerdict.Allowed(now.plusNanos(left)))
                : new SendVerdict.Deferred(now.plusNanos(left), "not now");
    }

    private SendVerdict allowed(String id, long until, SendVerdict verdict) {
        allowedUntil.merge(id, until, Math::max);
        return verdict;
    }

    /** A process sends these messages now. */
    void departs(List<SmsMessage> batch) {
        for (SmsMessage message : batch) {
            String id = String.valueOf(message.correlationId());
            if (time.nanos() >= allowedUntil.getOrDefault(id, 0L)) {
                breaks.accept("message " + id + " departed although the policy does not allow it now");
            }
        }
    }
}
