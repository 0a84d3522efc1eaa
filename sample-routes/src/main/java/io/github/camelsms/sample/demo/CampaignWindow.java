package io.github.camelsms.sample.demo;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;

/**
 * Hours of a campaign: closed when it starts, open for a minute, closed for a minute, and open. The hours of a day are
 * fixed, and the time zone is chosen so that they begin soon.
 *
 * @param opens when the window opens for the first time, a whole second
 */
record CampaignWindow(Instant opens) {

    /** The days and hours, which apply in the {@link #zone()}. */
    static final String HOURS = "MON-SUN 08:00-08:01, MON-SUN 08:02-20:00";
    private static final int OPENING = 8 * 60 * 60;
    private static final Duration MINUTE = Duration.ofMinutes(1);

    /** Returns the window that opens after a time, rounded to a second. */
    static CampaignWindow opensAfter(Duration time, Instant now) {
        return new CampaignWindow(Instant.ofEpochSecond(now.plus(time).getEpochSecond()));
    }

    /** Returns the zone in which it opens at 08:00. */
    ZoneOffset zone() {
        return ZoneOffset.ofTotalSeconds(OPENING - (int) (opens.getEpochSecond() % Duration.ofDays(1).toSeconds()));
    }

    /** Returns whether a time is before the first opening. */
    boolean precedesOpening(Instant time) {
        return time.isBefore(opens);
    }

    /**
     * Returns whether a request can have departed while it was open.
     *
     * @param arrival when the request arrived
     * @param transit longest time from the departure to the arrival
     */
    boolean contains(Instant arrival, Duration transit) {
        Instant closes = opens.plus(MINUTE);
        return !precedesOpening(arrival) && (arrival.isBefore(closes.plus(transit)) || !arrival.isBefore(closes.plus(MINUTE)));
    }
}
