package io.github.camelsms.dispatch;

import org.jspecify.annotations.Nullable;

/**
 * The one alarm that an account has pending: it makes the loop take a step, and the latest time that was set is the one
 * that holds. Confined to the account's loop.
 */
final class WakeUp {

    static final long NEVER = Long.MAX_VALUE;

    private final DispatchClock clock;
    private final SerialExecutor loop;
    private DispatchClock.@Nullable Alarm alarm;
    private long alarmAt;

    WakeUp(DispatchClock clock, SerialExecutor loop) {
        this.clock = clock;
        this.loop = loop;
    }

    /** Wakes the loop at this time, instead of the time that was set before; {@link #NEVER} calls it off. */
    void at(long time, long now) {
        if (alarm != null && alarmAt == time) {
            return;
        }
        if (alarm != null) {
            alarm.cancel();
            alarm = null;
        }
        if (time != NEVER) {
            alarmAt = time;
            alarm = clock.schedule(Math.max(0, time - now), () -> loop.executeOnPool(this::rang));
        }
    }

    private void rang() {
        if (alarmAt <= clock.nanos()) {
            alarm = null;
        }
    }
}
