package io.github.camelsms.policy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.camelsms.SmsPolicy;
import io.github.camelsms.SmsVerdict;
import io.github.camelsms.model.SmsMessage;
import org.jspecify.annotations.Nullable;

/**
 * Policy that sends messages only on certain days and hours, and defers the others to the next ones. Messages of a high
 * priority, such as one-time passwords, can pass at any time. Without a message store, messages outside these hours are
 * <code>NOT_SENT</code>. A request departs within the hours; the service may pass it on later. Thread-safe.
 */
public final class SendWindowPolicy implements SmsPolicy {

    private static final int MAX_DAYS = 400;
    private static final Duration RELOAD_INTERVAL = Duration.ofMinutes(1);
    private static final Pattern HOURS
            = Pattern.compile("(\\w+)(?:-(\\w+))?\\s+(\\d\\d:\\d\\d)-(\\d\\d:\\d\\d)");
    private static final String END_OF_DAY = "24:00";

    private volatile List<Window> windows = windows("MON-FRI 08:00-20:00");
    private volatile ZoneId zone = ZoneId.of("America/Sao_Paulo");
    private volatile @Nullable Integer passPriority;
    private volatile @Nullable Path holidayFile;
    private volatile Holidays holidays = Holidays.NONE;

    /**
     * Hours of some days.
     *
     * @param to end, on the next day if it is not after the start
     */
    private record Window(Set<DayOfWeek> days, LocalTime from, LocalTime to) {

        Instant start(LocalDate date, ZoneId zone) {
            return date.atTime(from).atZone(zone).toInstant();
        }

        Instant end(LocalDate date, ZoneId zone) {
            return (to.isAfter(from) ? date : date.plusDays(1)).atTime(to).atZone(zone).toInstant();
        }
    }

    /**
     * Content of the file of holidays.
     *
     * @param readAt when the file was read
     */
    private record Holidays(Set<LocalDate> dates, Set<MonthDay> everyYear, Instant readAt) {

        static final Holidays NONE = new Holidays(Set.of(), Set.of(), Instant.MIN);

        boolean contains(LocalDate date) {
            return dates.contains(date) || everyYear.contains(MonthDay.from(date));
        }

        static Holidays read(Path file, Instant now) throws IOException {
            Set<LocalDate> dates = new HashSet<>();
            Set<MonthDay> everyYear = new HashSet<>();
            List<String> lines = Files.readAllLines(file);
            for (int i = 0; i < lines.size(); i++) {
                String line = lines.get(i).replace("\uFEFF", "").replaceFirst("#.*", "").strip();
                try {
                    if (line.length() == "12-25".length()) {
                        everyYear.add(MonthDay.parse("--" + line));
                    } else if (!line.isEmpty()) {
                        dates.add(LocalDate.parse(line));
                    }
                } catch (DateTimeException e) {
                    throw new IllegalArgumentException(
                            "Line " + (i + 1) + " of the holidays in " + file
                                                       + " is no date: write 2026-12-25, or 12-25 for each year",
                            e);
                }
            }
            return new Holidays(dates, everyYear, now);
        }
    }

    /**
     * Sets the days and hours.
     *
     * @param  hours                    for example <code>MON-FRI 08:00-20:00, SAT 09:00-13:00</code>; the default is
     *                                  <code>MON-FRI 08:00-20:00</code>. Hours that end before they begin end on the
     *                                  next day
     * @throws IllegalArgumentException if the text has another form
     */
    public void setHours(String hours) {
        windows = windows(hours);
    }

    private static List<Window> windows(String hours) {
        List<Window> windows = new ArrayList<>();
        for (String part : hours.split(",", -1)) {
            Matcher matcher = HOURS.matcher(part.strip());
            if (!matcher.matches()) {
                throw invalidHours(hours, null);
            }
            try {
                String lastDay = matcher.group(2);
                DayOfWeek first = day(matcher.group(1));
                DayOfWeek last = lastDay == null ? first : day(lastDay);
                Set<DayOfWeek> days = EnumSet.of(first);
                for (DayOfWeek day = first; day != last; day = day.plus(1)) {
                    days.add(day.plus(1));
                }
                String end = matcher.group(4);
                windows.add(new Window(
                        days, LocalTime.parse(matcher.group(3)),
                        END_OF_DAY.equals(end) ? LocalTime.MIDNIGHT : LocalTime.parse(end)));
            } catch (DateTimeException | IllegalArgumentException e) {
                throw invalidHours(hours, e);
            }
        }
        return List.copyOf(windows);
    }

    private static IllegalArgumentException invalidHours(String hours, @Nullable Exception cause) {
        return new IllegalArgumentException(
                "hours=" + hours + " is invalid: write for example MON-FRI 08:00-20:00, SAT 09:00-13:00", cause);
    }

    private static DayOfWeek day(String name) {
        String upper = name.toUpperCase(Locale.ROOT);
        for (DayOfWeek day : DayOfWeek.values()) {
            if (day.name().equals(upper) || day.name().substring(0, 3).equals(upper)) {
                return day;
            }
        }
        throw new IllegalArgumentException(name + " is no day");
    }

    /**
     * Sets the time zone of days and hours; by default <code>America/Sao_Paulo</code>.
     *
     * @throws DateTimeException if there is no such zone
     */
    public void setZone(String zone) {
        this.zone = ZoneId.of(zone);
    }

    /**
     * Sets the lowest priority, 0 to 9, of messages that pass at any time; null, the default, for none. A message
     * without a priority has {@link SmsMessage#DEFAULT_PRIORITY}.
     */
    public void setPassPriority(@Nullable Integer passPriority) {
        this.passPriority = passPriority;
    }

    /**
     * Sets a text file with days on which nothing is sent: a date on each line, as <code>2026-12-25</code>, or
     * <code>12-25</code> for each year; the rest of a line after # is ignored. It is read now, and again after a
     * minute. If it cannot be read later, messages wait.
     *
     * @throws UncheckedIOException     if it cannot be read
     * @throws IllegalArgumentException if a line is no date
     */
    public void setHolidays(String file) {
        Path path = Path.of(file);
        holidays = read(path, Instant.MIN);
        holidayFile = path;
    }

    private static Holidays read(Path file, Instant now) {
        try {
            return Holidays.read(file, now);
        } catch (IOException e) {
            throw new UncheckedIOException("The holidays in " + file + " cannot be read", e);
        }
    }

    private Holidays holidays(Instant now) {
        Holidays known = holidays;
        Path file = holidayFile;
        if (file == null || known.readAt.isAfter(now.minus(RELOAD_INTERVAL)) && !known.readAt.isAfter(now)) {
            return known;
        }
        Holidays current = read(file, now);
        holidays = current;
        return current;
    }

    @Override
    public SmsVerdict check(SmsMessage message, Instant now) {
        Integer bound = passPriority;
        Integer given = message.priority();
        if (bound != null && (given == null ? SmsMessage.DEFAULT_PRIORITY : given) >= bound) {
            return SmsVerdict.allow();
        }
        ZoneId currentZone = zone;
        Holidays free = holidays(now);
        // Hours of the day before can end today.
        LocalDate first = ZonedDateTime.ofInstant(now, currentZone).toLocalDate().minusDays(1);
        for (LocalDate date = first; date.isBefore(first.plusDays(MAX_DAYS)); date = date.plusDays(1)) {
            Instant next = null;
            for (Window window : windows) {
                if (!window.days.contains(date.getDayOfWeek()) || free.contains(date)) {
                    continue;
                }
                Instant start = window.start(date, currentZone);
                Instant end = window.end(date, currentZone);
                if (!now.isBefore(start) && now.isBefore(end)) {
                    return SmsVerdict.allowUntil(end);
                }
                next = start.isAfter(now) && start.isBefore(end) && (next == null || start.isBefore(next)) ? start : next;
            }
            if (next != null) {
                return SmsVerdict.deferUntil(next, "outside the hours for messages");
            }
        }
        return SmsVerdict.deferUntil(now.plus(Duration.ofDays(1)), "no hours for messages within a year");
    }
}
