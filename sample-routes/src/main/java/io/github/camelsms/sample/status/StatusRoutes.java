package io.github.camelsms.sample.status;

import org.apache.camel.ExchangePattern;
import org.apache.camel.builder.RouteBuilder;

/**
 * Brings statuses in on a schedule and answers queries by date (the same in YAML:
 * <code>routes/yaml/statuses.yaml</code>).
 */
public class StatusRoutes extends RouteBuilder {

    @Override
    public void configure() {
        // The formatter is off, so that the indentation shows the steps inside steps. CHECKSTYLE:OFF
        // After two failed polls in a row one a minute is enough, and so is its line in the log.
        from("sms:status?scheduler=quartz&scheduler.cron={{sms.status.cron}}&backoffErrorThreshold=2&backoffMultiplier=11")
            .routeId("sms-statuses")
            .setProperty("smsStatus", body())
            .bean("smsStatuses", "toJson")
            .to("jms:queue:{{sms.jms.statuses}}")
            .bean("smsStatuses", "append(${exchangeProperty.smsStatus})");

        from("jms:queue:{{sms.jms.statusQueries}}?transacted=true&mapJmsMessage=false")
            .routeId("sms-status-queries")
            .doTry()
                .bean("smsStatuses", "query")
                .to("sms:status?query=byDate")
                .bean("smsStatuses", "answer")
            .doCatch(Exception.class)
                .bean("smsStatuses", "failure(${exception})")
            .end()
            .filter(simple("${header.JMSReplyTo} == null"))
                .to(ExchangePattern.InOnly, "jms:queue:{{sms.jms.statusAnswers}}")
            .end();
        // CHECKSTYLE:ON
    }
}
