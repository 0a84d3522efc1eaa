package io.github.camelsms.simulator.service;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.regex.Pattern;

import com.github.tomakehurst.wiremock.http.QueryParameter;
import com.github.tomakehurst.wiremock.http.Request;
import io.github.camelsms.simulator.DateMeaning;
import io.github.camelsms.simulator.message.MessageStore;
import io.github.camelsms.simulator.settings.SimulatorSettings;
import org.jspecify.annotations.Nullable;
import wiremock.com.fasterxml.jackson.databind.node.ObjectNode;

/** {@code GET /v1/status/date}: the statuses of the messages of one day, in pages. */
final class StatusByDateOperation {

    private static final int PAGE_SIZE = 100;
    private static final int CALL_ERROR = -20;
    private static final Pattern SECONDS = Pattern.compile("-?[0-9]{1,12}");
    private static final Pattern DIGITS = Pattern.compile("[0-9]{1,18}");

    private final MessageStore store;
    private final Counters counters;
    private final StatusWriter writer;
    private final ContinuationLink link;
    private final SimulatorSettings.Responses settings;

    StatusByDateOperation(MessageStore store, Counters counters, SimulatorSettings.Responses settings) {
        this.store = store;
        this.counters = counters;
        this.writer = new StatusWriter(settings);
        this.settings = settings;
        this.link = new ContinuationLink(settings);
    }

    ServiceResponse respond(Request request) {
        String date = parameter(request, "date");
        String destination = parameter(request, "destination");
        String from = parameter(request, ContinuationLink.POSITION);
        if (date == null || !SECONDS.matcher(date).matches()) {
            return ServiceResponse.nok(200, CALL_ERROR, "date is missing or not a Unix timestamp in seconds");
        }
        if (destination != null && !DIGITS.matcher(destination).matches()) {
            return ServiceResponse.nok(200, CALL_ERROR, "destination is not a number");
        }
        if (from != null && !(DIGITS.matcher(from).matches() && from.length() < 10)) {
            return ServiceResponse.nok(200, CALL_ERROR, ContinuationLink.POSITION + " is not a number");
        }
        MessageStore.DateQuery query;
        try {
            query = selection(
                    Long.parseLong(date), parameter(request, "correlationid"),
                    destination == null ? null : Long.valueOf(destination));
        } catch (DateTimeException | ArithmeticException e) {
            return ServiceResponse.nok(200, CALL_ERROR, "date is out of range");
        }
        MessageStore.Page page = store.find(query, from == null ? 0 : Integer.parseInt(from), PAGE_SIZE);
        counters.statusesReported(page.items().size());
        ObjectNode body = writer.sentStatusObject(page.items());
        if (page.next() != null) {
            link.add(body, request, page.next());
        }
        return ServiceResponse.json(200, body);
    }

    private MessageStore.DateQuery selection(long seconds, @Nullable String correlationId, @Nullable Long destination) {
        Instant date = Instant.ofEpochSecond(seconds);
        ZoneId zone = settings.dayZone();
        LocalDate day = date.atZone(zone).toLocalDate();
        Instant from = settings.dateMeaning() == DateMeaning.DAY ? day.atStartOfDay(zone).toInstant() : date;
        Instant to = switch (settings.dateMeaning()) {
            case DAY -> day.plusDays(1).atStartOfDay(zone).toInstant();
            case SINCE -> Instant.ofEpochMilli(Long.MAX_VALUE);
            case NEXT_24_HOURS -> date.plus(Duration.ofHours(24));
            case SECOND -> date.plusSeconds(1);
        };
        return new MessageStore.DateQuery(from.toEpochMilli(), to.toEpochMilli(), correlationId, destination);
    }

    /** Returns the value of a query parameter; null if it is absent or empty. */
    private static @Nullable String parameter(Request request, String name) {
        QueryParameter parameter = request.queryParameter(name);
        String value = parameter == null || !parameter.isPresent() ? null : parameter.firstValue();
        return value == null || value.isEmpty() ? null : value;
    }
}
