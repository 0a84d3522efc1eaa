package io.github.camelsms.simulator.service;

import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

import io.github.camelsms.simulator.json.Json;
import io.github.camelsms.simulator.message.StatusItem;
import io.github.camelsms.simulator.settings.SimulatorSettings;
import wiremock.com.fasterxml.jackson.databind.node.ArrayNode;
import wiremock.com.fasterxml.jackson.databind.node.ObjectNode;

/** A writer of status items and the JSON around them. */
final class StatusWriter {

    private static final int STATUSES_RETURNED = 5;
    private static final int NO_RECORDS = 6;

    private final SimulatorSettings.Responses settings;
    private final DateTimeFormatter sentDate;

    StatusWriter(SimulatorSettings.Responses settings) {
        this.settings = settings;
        this.sentDate = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ssx", Locale.ROOT).withZone(settings.zone());
    }

    /** Returns the body of a response to a by-date query, whose form the interface shows. */
    ObjectNode sentStatusObject(List<StatusItem> items) {
        if (items.isEmpty()) {
            return Json.outcome("OK", NO_RECORDS).put("message", "NO_RECORDS");
        }
        ObjectNode envelope = Json.outcome("OK", STATUSES_RETURNED).put("message", "REQUIRED_OK");
        envelope.set("sent_status", array(items));
        return envelope;
    }

    /** Returns the response with statuses not yet consulted, in the configured form. */
    ServiceResponse notConsulted(List<StatusItem> items) {
        return ServiceResponse.json(200, switch (settings.statusEnvelope()) {
            case BARE_ARRAY -> array(items);
            case SENT_STATUS_OBJECT -> sentStatusObject(items);
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
