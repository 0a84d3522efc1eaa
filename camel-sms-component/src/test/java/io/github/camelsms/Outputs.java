package io.github.camelsms;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.sdk.trace.data.SpanData;
import org.jspecify.annotations.Nullable;

import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.console.DevConsole;
import org.apache.camel.health.HealthCheck;
import org.apache.camel.health.HealthCheckHelper;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.util.json.JsonObject;

/**
 * All that a context shows to people and machines, as texts, by where it is shown.
 */
final class Outputs {

    /** Where something is shown. */
    enum Place {
        LOG,
        METRICS,
        CONSOLE_TEXT,
        CONSOLE_JSON,
        HEALTH,
        JMX,
        SPANS,
        EXCEPTIONS
    }

    private final Map<Place, List<String>> texts = new EnumMap<>(Place.class);

    private Outputs() {
        for (Place place : Place.values()) {
            texts.put(place, new ArrayList<>());
        }
    }

    /** What is shown now; the log comes at the end, which has lines of its own. */
    static Outputs of(CamelContext context, MeterRegistry meters, Spans spans, List<Exchange> exchanges)
            throws JMException {
        Outputs outputs = new Outputs();
        meters.getMeters().forEach(outputs::add);
        DevConsole console = PluginHelper.getDevConsoleResolver(context).resolveDevConsole("sms");
        outputs.add(Place.CONSOLE_TEXT, console.call(DevConsole.MediaType.TEXT, Map.of()));
        outputs.add(Place.CONSOLE_JSON, ((JsonObject) console.call(DevConsole.MediaType.JSON, Map.of())).toJson());
        HealthCheckHelper.invoke(context).forEach(outputs::add);
        outputs.addManagement(context);
        spans.ended().forEach(outputs::add);
        exchanges.forEach(exchange -> outputs.add(Place.EXCEPTIONS, exchange.getException()));
        return outputs;
    }

    void add(LogLines lines) {
        lines.all().forEach(line -> add(Place.LOG, line.text()));
    }

    /** Where a word is shown. */
    List<Place> showing(String word) {
        return texts.keySet().stream().filter(place -> texts.get(place).stream().anyMatch(text -> text.contains(word)))
                .toList();
    }

    /** What is shown at a place. */
    List<String> at(Place place) {
        return texts.get(place);
    }

    private void add(Meter meter) {
        add(Place.METRICS, meter.getId().getName() + " " + meter.getId().getTags() + " " + meter.getId().getDescription());
    }

    private void add(HealthCheck.Result result) {
        add(Place.HEALTH, result.getCheck().getId() + " " + result.getMessage() + " " + result.getDetails());
        add(Place.HEALTH, result.getError().orElse(null));
    }

    private void add(SpanData span) {
        add(Place.SPANS, span.getName() + " " + span.getAttributes() + " " + span.getStatus() + " " + span.getEvents() + " "
                         + span.getLinks() + " " + span.getResource());
    }

    private void add(Place place, @Nullable Throwable thrown) {
        for (Throwable failure = thrown; failure != null; failure = failure.getCause()) {
            add(place, (Object) failure);
            add(place, failure.getLocalizedMessage());
        }
    }

    private void addManagement(CamelContext context) throws JMException {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        for (ObjectName name : server.queryNames(new ObjectName("org.apache.camel:context=" + context.getName() + ",*"),
                null)) {
            add(Place.JMX, name.getCanonicalName());
            for (MBeanAttributeInfo attribute : server.getMBeanInfo(name).getAttributes()) {
                add(Place.JMX, name + " " + attribute.getName() + ": " + value(server, name, attribute));
            }
        }
    }

    private static String value(MBeanServer server, ObjectName name, MBeanAttributeInfo attribute) {
        try {
            Object value = server.getAttribute(name, attribute.getName());
            return value instanceof Object[] values ? List.of(values).toString() : String.valueOf(value);
        } catch (JMException | RuntimeException e) {
            // Of Camel's own, some do not answer in every state; what they say then is shown too.
            return e + " " + e.getCause();
        }
    }

    private void add(Place place, Object text) {
        texts.get(place).add(String.valueOf(text));
    }
}
