package io.github.camelsms.cli.doctor;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.camelsms.cli.doctor.Finding.Setting;
import org.jspecify.annotations.Nullable;

/** The dates for which a query returns the first message: a day of a zone, an instant, or a period. */
final class DateStep implements Step {

    private static final long DAY = Duration.ofDays(1).toSeconds();
    /** More than the distance of a time from the ends of its day in any zone. */
    private static final long FAR = Duration.ofHours(26).toSeconds();
    private static final long QUARTER_OF_HOUR = Duration.ofMinutes(15).toSeconds();
    private static final ZoneId DEFAULT_ZONE = ZoneId.of("America/Sao_Paulo");
    private static final List<ZoneId> ZONES = List.of(
            DEFAULT_ZONE, ZoneId.of("America/Manaus"), ZoneId.of("America/Rio_Branco"), ZoneId.of("America/Noronha"));

    /** A query without a usable response. */
    private static final class NoResponseException extends Exception {

        private static final long serialVersionUID = 1L;
    }

    @Override
    public List<Point> points() {
        return List.of(Point.DATE, Point.ZONE);
    }

    @Override
    public Cost cost(DoctorSettings settings) {
        return Cost.free(40, Duration.ofSeconds(60));
    }

    @Override
    public String plan(Examination examination) {
        return "Queries the first message by dates around its send time, to find the dates for which it is listed. Consumes"
               + " nothing.";
    }

    @Override
    public @Nullable String obstacle(Examination examination) {
        Examination.Listed listed = examination.listed;
        if (listed == null) {
            return "no message was accepted";
        }
        return listed.isByDate() && listed.sentSeconds() != null ? null : "no query by date has returned the first message";
    }

    @Override
    public List<Finding> run(Examination examination) throws InterruptedException {
        Examination.Listed listed = examination.listed;
        if (listed == null || listed.sentSeconds() == null) {
            throw new IllegalStateException("the step was run in spite of its obstacle");
        }
        try {
            return examine(examination, listed, listed.sentSeconds());
        } catch (NoResponseException e) {
            return notFound("A query by date got no usable response.");
        }
    }

    private static List<Finding> examine(Examination examination, Examination.Listed listed, long sent)
            throws InterruptedException, NoResponseException {
        String id = listed.correlationId();
        if (!isListed(examination, sent, id)) {
            return notFound("The query with the send time of the message does not return it.");
        }
        boolean isBefore = isListed(examination, sent - FAR, id);
        boolean isAfter = isListed(examination, sent + FAR, id);
        if (isBefore && isAfter) {
            return List.of(
                    Finding.found(Point.DATE, "ignored", "A query for a correlation id returns the message for any date."),
                    Finding.notFound(Point.ZONE, "The date does not matter in a query for a correlation id."));
        }
        if (isBefore || isAfter) {
            return List.of(
                    Finding.found(
                            Point.DATE, isBefore ? "since" : "until",
                            "A query returns the messages sent at " + (isBefore ? "date or later" : "date or earlier")
                                                                      + ". A query by date of a day returns more than the messages of this day."),
                    Finding.notFound(Point.ZONE, "date is an instant."));
        }
        long first = change(examination, id, sent - FAR, sent, true);
        long end = change(examination, id, sent, sent + FAR, false);
        return period(listed, sent, first, end);
    }

    private static List<Finding> period(Examination.Listed listed, long sent, long first, long end) {
        boolean isDay = Math.floorMod(first, QUARTER_OF_HOUR) == 0 && Math.floorMod(end, QUARTER_OF_HOUR) == 0
                && Math.abs(end - first - DAY) <= Duration.ofHours(1).toSeconds();
        boolean isNextDay = end == sent + 1 && end - first == DAY;
        if (isDay && isNextDay) {
            return notFound("The message was sent at the end of a day, so that a day and 24 hours cannot be told apart.");
        }
        if (isDay) {
            return day(listed, sent, first);
        }
        if (end - first == 1) {
            return List.of(
                    Finding.found(Point.DATE, "second", "A query returns only the messages sent in the second of date.",
                            new Setting(
                                    "reconcile", "false", "a lookup does not know the second in which the message was sent")),
                    Finding.notFound(Point.ZONE, "date is an instant."));
        }
        String text = isNextDay
                ? "A query returns the messages sent within 24 hours from date on. The query by date of a day, which uses noon, returns those of"
                  + " two half days: use midnight as CamelSmsDate."
                : "A query returns the message for dates from " + (first - sent) + " s to " + (end - 1 - sent)
                  + " s around its send time.";
        return List.of(
                Finding.found(Point.DATE, isNextDay ? "next-24-hours" : "other", text),
                Finding.notFound(Point.ZONE, "date is an instant."));
    }

    private static List<Finding> day(Examination.Listed listed, long sent, long first) {
        ZoneOffset offset = offset(first, listed.offset());
        Instant time = Instant.ofEpochSecond(sent);
        ZoneId zone = offset;
        for (ZoneId known : ZONES) {
            if (zone.equals(offset) && known.getRules().getOffset(time).equals(offset)) {
                zone = known;
            }
        }
        if (offset.equals(ZoneOffset.UTC)) {
            zone = ZoneId.of("UTC");
        }
        String shown = listed.offset() == null || listed.offset() == offset.getTotalSeconds()
                ? "" : " The offset of sentDate is another one: " + ZoneOffset.ofTotalSeconds(listed.offset()) + ".";
        List<Setting> options = new ArrayList<>();
        if (!zone.equals(DEFAULT_ZONE)) {
            options.add(new Setting("zone", zone.getId(), "the days of queries by date have this zone"));
        }
        LocalDate day = LocalDate.ofInstant(time, offset);
        return List.of(
                Finding.found(Point.DATE, "day", "A query returns the messages of the day of date (here " + day + ")."),
                Finding.found(
                        Point.ZONE, offset.getId(),
                        "The day begins at midnight with the offset " + offset.getId() + "." + shown,
                        options.toArray(Setting[]::new)));
    }

    /** Returns the offset of a zone in which it is midnight; offsets that differ by a day have the same midnight. */
    private static ZoneOffset offset(long midnight, @Nullable Integer shown) {
        int offset = (int) Math.floorMod(-midnight, DAY);
        if (shown != null && Math.floorMod(shown - offset, DAY) == 0) {
            return ZoneOffset.ofTotalSeconds(shown);
        }
        return ZoneOffset.ofTotalSeconds(offset > Duration.ofHours(12).toSeconds() ? (int) (offset - DAY) : offset);
    }

    /** Returns the first date between two dates at which the message starts, or ceases, to be listed. */
    private static long change(Examination examination, String id, long earlier, long later, boolean isListedLater)
            throws InterruptedException, NoResponseException {
        long low = earlier;
        long high = later;
        while (high - low > 1) {
            long middle = low + (high - low) / 2;
            if (isListed(examination, middle, id) == isListedLater) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return high;
    }

    private static boolean isListed(Examination examination, long date, String id)
            throws InterruptedException, NoResponseException {
        List<JsonNode> items = examination.findByDate(date, id);
        if (items == null) {
            throw new NoResponseException();
        }
        return !items.isEmpty();
    }

    private static List<Finding> notFound(String text) {
        return List.of(Finding.notFound(Point.DATE, text), Finding.notFound(Point.ZONE, text));
    }
}
