package io.github.camelsms;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

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
 * All outputs of a context for people and machines, by place.
 */
final class Outputs {

    /** Place of an output. */
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

    private record Shown(Place place, String text) {
    }

    private final List<Shown> all = new ArrayList<>();

    private Outputs() {
    }

    /** Returns all current outputs. The log comes last, because reading the others adds lines to it. */
    static Outputs of(CamelContext context, MeterRegistry meters, Spans spans, List<Exchange> exchanges)
            throws JMException {
        Outputs outputs = new Outputs();
        meters.getMeters().forEach(outputs::add);
        DevConsole console = PluginHelper.getDevConsoleResolver(context).resolveDevConsole("sms");
        outputs.addText(Place.CONSOLE_TEXT, console.call(DevConsole.MediaType.TEXT, Map.of()));
        outputs.addText(Place.CONSOLE_JSON, ((JsonObject) console.call(DevConsole.MediaType.JSON, Map.of())).toJson());
        HealthCheckHelper.invoke(context).forEach(outputs::add);
        outputs.addManagement(context);
        spans.ended().forEach(outputs::add);
        exchanges.forEach(exchange -> outputs.addThrown(Place.EXCEPTIONS, exchange.getException()));
        return outputs;
    }

    void add(LogLines lines) {
        lines.all().forEach(line -> addText(Place.LOG, line.text()));
    }

    /** Returns the places that contain a word. */
    List<Place> showing(String word) {
        return Stream.of(Place.values()).filter(place -> at(place).stream().anyMatch(text -> text.contains(word))).toList();
    }

    /** Returns the outputs at a place. */
    List<String> at(Place place) {
        return all.stream().filter(shown -> shown.place() == place).map(Shown::text).toList();
    }

    private void add(Meter meter) {
        addText(Place.METRICS, meter.getId().getName() + " " + meter.getId().getTags() + " " + meter.getId().getDescription());
    }

    private void add(HealthCheck.Result result) {
        addText(Place.HEALTH, result.getCheck().getId() + " " + result.getMessage() + " " + result.getDetails());
        result.getError().ifPresent(error -> addThrown(Place.HEALTH, error));
    }

    private void add(SpanData span) {
        addText(Place.SPANS, span.getName() + " " + span.getAttributes() + " " + span.getStatus() + " " + span.getEvents() + " "
                             + span.getLinks() + " " + span.getResource());
    }

    private void addThrown(Place place, @Nullable Throwable thrown) {
        for (Throwable failure = thrown; failure != null; failure = failure.getCause()) {
            addText(place, failure);
            addText(place, failure.getLocalizedMessage());
        }
    }

    private void addManagement(CamelContext context) throws JMException {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        for (ObjectName name : server.queryNames(new ObjectName("org.apache.camel:context=" + context.getName() + ",*"),
                null)) {
            addText(Place.JMX, name.getCanonicalName());
            for (MBeanAttributeInfo attribute : server.getMBeanInfo(name).getAttributes()) {
                addText(Place.JMX, name + " " + attribute.getName() + ": " + value(server, name, attribute));
            }
        }
    }

    private static String value(MBeanServer server, ObjectName name, MBeanAttributeInfo attribute) {
        try {
            Object value = server.getAttribute(name, attribute.getName());
            return value instanceof Object[] values ? Arrays.toString(values) : String.valueOf(value);
        } catch (JMException | RuntimeException e) {
            // Some operations of Camel fail in some states; the error is an output, too.
            return e + " " + e.getCause();
        }
    }

    private void addText(Place place, @Nullable Object text) {
        all.add(new Shown(place, String.valueOf(text)));
    }
}
