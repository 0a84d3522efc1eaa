package io.github.camelsms.messages;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.camelsms.SmsConstants;
import io.github.camelsms.body.Container;
import io.github.camelsms.body.FieldReader;
import io.github.camelsms.body.UnreadableBodyException;
import io.github.camelsms.model.OneLine;
import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.store.SmsMessageFilter;
import io.github.camelsms.store.SmsMessageState;
import org.jspecify.annotations.Nullable;

import org.apache.camel.Message;

/**
 * Reader of a query for the messages with their last outcome on a day.
 */
final class OutcomeQuery {

    private static final String NOT_REACHED = "NOT_REACHED";

    private OutcomeQuery() {
    }

    /**
     * Returns the filter in the headers, or null if there is no date or the exchange has correlation ids.
     *
     * @throws IllegalArgumentException if a header cannot be read; the message names it and the remedy
     */
    static @Nullable SmsMessageFilter of(Message message, ZoneId zone) {
        Object date = FieldReader.header(message, SmsConstants.DATE);
        if (date == null || FieldReader.header(message, SmsConstants.CORRELATION_ID) != null || hasIds(message)) {
            return null;
        }
        LocalDate day = FieldReader
                .queryDate(date, zone, "give the day, or a time on it in seconds, not milliseconds").atZone(zone).toLocalDate();
        return filter(
                FieldReader.headerText(message, SmsConstants.STATUS), day.atStartOfDay(zone).toInstant(),
                day.plusDays(1).atStartOfDay(zone).toInstant());
    }

    private static boolean hasIds(Message message) {
        try {
            return Container.of(message.getBody()) != null;
        } catch (UnreadableBodyException e) {
            return false;
        }
    }

    private static SmsMessageFilter filter(@Nullable String names, Instant from, Instant to) {
        if (names == null || names.isBlank()) {
            return SmsMessageFilter.all(from, to);
        }
        Set<SmsMessageState> states = EnumSet.noneOf(SmsMessageState.class);
        Set<SmsDeliveryStatus> statuses = EnumSet.noneOf(SmsDeliveryStatus.class);
        for (String given : names.split(",")) {
            String name = given.strip().toUpperCase(Locale.ROOT);
            if (name.isEmpty()) {
                continue;
            } else if (name.equals(NOT_REACHED)) {
                SmsMessageFilter notReached = SmsMessageFilter.notReached(from, to);
                states.addAll(notReached.states());
                statuses.addAll(notReached.statuses());
            } else if (names(SmsMessageFilter.ENDED).contains(name)) {
                states.add(SmsMessageState.valueOf(name));
            } else if (names(List.of(SmsDeliveryStatus.values())).contains(name)) {
                statuses.add(SmsDeliveryStatus.valueOf(name));
            } else {
                throw unknown(given);
            }
        }
        return new SmsMessageFilter(from, to, states, statuses);
    }

    private static List<String> names(Collection<? extends Enum<?>> constants) {
        return constants.stream().map(Enum::name).toList();
    }

    private static IllegalArgumentException unknown(String name) {
        String known = Stream.of(
                Stream.of(NOT_REACHED), Arrays.stream(SmsMessageState.values()).filter(SmsMessageFilter.ENDED::contains),
                Arrays.stream(SmsDeliveryStatus.values())).flatMap(each -> each).map(Object::toString)
                .collect(Collectors.joining(", "));
        return new IllegalArgumentException(
                "header " + SmsConstants.STATUS + " contains " + OneLine.of(name, 50) + ": give one or more of " + known
                                            + ", separated by commas");
    }
}
