package io.github.camelsms.client;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Locale;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.camelsms.model.PlausibleTime;
import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsStatus;
import org.jspecify.annotations.Nullable;

/**
 * Reader of one status item (interface, "Status item"). All its fields are optional.
 */
final class StatusItem {

    private static final DateTimeFormatter SENT_DATE = new DateTimeFormatterBuilder()
            .append(DateTimeFormatter.ISO_LOCAL_DATE)
            .appendLiteral(' ')
            .appendPattern("HH:mm[:ss]")
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
            .optionalStart().appendLiteral(' ').optionalEnd()
            .appendPattern("[XXX][XX][X]")
            .toFormatter(Locale.ROOT);

    private StatusItem() {
    }

    /**
     * Returns whether a JSON value is certainly a status item: it has one of the nine statuses, or other fields of an
     * item.
     */
    static boolean looksLikeOne(JsonNode node) {
        if (!node.isObject()) {
            return false;
        }
        boolean listed = isListed(node);
        boolean itemField = JsonShapes.field(node, "destination") != null || JsonShapes.field(node, "sentDate") != null
                || JsonShapes.field(node, "unixSentDate") != null;
        boolean identified = JsonShapes.field(node, "correlationId") != null && JsonShapes.field(node, "status") != null;
        return listed || itemField || identified;
    }

    /** Returns whether a JSON value has one of the nine statuses. */
    static boolean isListed(JsonNode node) {
        return node.isObject() && SmsDeliveryStatus.of(JsonShapes.text(node, "status")) != SmsDeliveryStatus.OTHER;
    }

    static SmsStatus read(JsonNode node) {
        String rawStatus = JsonShapes.text(node, "status");
        return new SmsStatus(
                JsonShapes.text(node, "correlationId"), JsonShapes.text(node, "destination"), sentDate(node),
                SmsDeliveryStatus.of(rawStatus), rawStatus);
    }

    /** Returns null if there is no time that can be stored. */
    private static @Nullable Instant sentDate(JsonNode node) {
        Instant time = epochSecond(JsonShapes.text(node, "unixSentDate"));
        return time == null ? date(JsonShapes.text(node, "sentDate")) : time;
    }

    private static @Nullable Instant epochSecond(@Nullable String seconds) {
        return seconds != null && seconds.trim().matches("-?\\d{1,12}")
                ? plausible(Instant.ofEpochSecond(Long.parseLong(seconds.trim()))) : null;
    }

    private static @Nullable Instant date(@Nullable String text) {
        if (text == null) {
            return null;
        }
        try {
            return plausible(
                    OffsetDateTime.parse(text.trim().replaceFirst("(?i)(?<=\\d)T(?=\\d)", " "), SENT_DATE).toInstant());
        } catch (DateTimeException e) {
            return null;
        }
    }

    private static @Nullable Instant plausible(Instant time) {
        return PlausibleTime.isPlausible(time) ? time : null;
    }
}
