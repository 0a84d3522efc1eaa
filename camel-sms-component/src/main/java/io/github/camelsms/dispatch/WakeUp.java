package io.github.camelsms.dispatch;

import org.jspecify.annotations.Nullable;

/**
 * Alarm that wakes the account's loop at the time that was set last. Confined to the account's loop.
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

    /** Sets the alarm to this time and replaces the previous one; {@link #NEVER} cancels it. */
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
