package io.github.camelsms.simulator;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

import wiremock.com.fasterxml.jackson.databind.node.ArrayNode;
import wiremock.com.fasterxml.jackson.databind.node.ObjectNode;

/** Writes status items and the envelopes around them. */
final class StatusWriter {

    static final int STATUSES_RETURNED = 5;
    static final int NO_RECORD = 6;

    private final SimulatorSettings.Answers settings;
    private final DateTimeFormatter sentDate;

    StatusWriter(SimulatorSettings.Answers settings) {
        this.settings = settings;
        this.sentDate = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ssx", Locale.ROOT).withZone(settings.zone());
    }

    ZoneId zone() {
        return settings.zone();
    }

    /** The answer of the by-date query, whose envelope the interface shows. */
    ObjectNode shownEnvelope(List<StatusItem> items) {
        if (items.isEmpty()) {
            return Json.outcome("OK", NO_RECORD).put("message", "NO_RECORDS");
        }
        ObjectNode envelope = Json.outcome("OK", STATUSES_RETURNED).put("message", "REQUIRED_OK");
        envelope.set("sent_status", array(items));
        return envelope;
    }

    /** The answer of the query for statuses not yet consulted, in the envelope that is set. */
    Answer notConsulted(List<StatusItem> items) {
        return Answer.json(200, switch (settings.statusEnvelope()) {
            case BARE_ARRAY -> array(items);
            case SENT_STATUS_OBJECT -> shownEnvelope(items);
            case OTHER_NAME -> Json.object().set(settings.statusField(), array(items));
            case NESTED -> Json.object().set(
                    settings.statusParentField(), Json.object().set(settings.statusField(), array(items)));
        });
    }

    private ArrayNode array(List<StatusItem> items) {
        ArrayNode array = Json.array();
        for (StatusItem item : items) {
            Instant sent = Instant.ofEpochMilli(item.sentAtMillis());
            array.addObject()
                    .put("correlationId", item.correlationId())
                    .put("destination", item.destination())
                    .put("sentDate", sentDate.format(sent))
                    .put("unixSentDate", Long.toString(sent.getEpochSecond()))
                    .put("status", item.status().name());
        }
        return array;
    }
}
