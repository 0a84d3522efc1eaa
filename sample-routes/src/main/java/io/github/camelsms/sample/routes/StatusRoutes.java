package io.github.camelsms.sample.routes;

import java.util.Map;

import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.model.dataformat.JsonLibrary;

/**
 * Route that polls delivery statuses on a schedule, and writes them to a queue and a file. Its YAML version is
 * <code>routes/yaml/statuses.yaml</code>.
 */
public class StatusRoutes extends RouteBuilder {

    @Override
    public void configure() {
        // The formatter is off, so that the indentation shows the steps inside steps. CHECKSTYLE:OFF
        // After two consecutive failed polls, one poll (and log line) per minute is enough.
        from("sms:status?batching=true&scheduler=quartz&scheduler.cron={{sms.status.cron}}"
             + "&healthMaxPollAge={{sms.status.maxPollAge}}&backoffErrorThreshold=2&backoffMultiplier=11")
            .routeId("sms-statuses")
            .split(simple("${body}")).stopOnException()
                .convertBodyTo(Map.class)
                .marshal().json(JsonLibrary.Jackson)
                .convertBodyTo(String.class, "UTF-8")
                .to("jms:queue:{{sms.jms.statuses}}")
            .end()
            .setHeader("resultsFile", constant("statuses.csv"))
            .to("seda:sms-rows");
        // CHECKSTYLE:ON
    }
}
