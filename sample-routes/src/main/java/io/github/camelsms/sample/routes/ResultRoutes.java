package io.github.camelsms.sample.routes;

import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.model.dataformat.JsonLibrary;

/**
 * Routes that write the outcome of each message to the results file of its file, or to the queue of results. Their YAML
 * version is <code>routes/yaml/results.yaml</code>.
 */
public class ResultRoutes extends RouteBuilder {

    @Override
    public void configure() {
        // The formatter is off, so that the indentation shows the steps inside steps. CHECKSTYLE:OFF
        from("sms:results?batching=true")
            .routeId("sms-results")
            .choice()
                .when(simple("${header.resultsFile} != null"))
                    .to("seda:sms-rows")
                .otherwise()
                    .to("direct:sms-results")
            .end();

        from("direct:sms-results")
            .routeId("sms-results-queue")
            .split(simple("${body}")).stopOnException()
                // A message that was rejected by the route still has the properties of its JMS message.
                .removeHeaders("(?!JMSCorrelationID$).*")
                .setHeader("outcome", simple("${body.outcome.name}"))
                .setHeader("correlationId", simple("${body.correlationId}"))
                .setHeader("code", simple("${body.code}"))
                .setHeader("smsId", simple("${body.smsId}"))
                .setHeader("reason", simple("${body.reason}"))
                .setHeader("sentAt", simple("${body.sentAt}"))
                .convertHeaderTo("sentAt", String.class)
                .marshal().json(JsonLibrary.Jackson)
                .convertBodyTo(String.class, "UTF-8")
                .to("jms:queue:{{sms.jms.results}}")
            .end();

        // One consumer, so that rows for the same file are written one after the other. It polls often, so that it stops soon.
        from("seda:sms-rows?pollTimeout=100")
            .routeId("sms-rows")
            .errorHandler(noErrorHandler())
            .setHeader("CamelOverruleFileName", simple("${header.resultsFile}"))
            .to("dataformat:smsFile:marshal?directory={{sms.files.results}}")
            .to("file:{{sms.files.results}}?fileExist=Append")
            // Many rows are in a temporary file, which is deleted when this exchange ends. The caller must not read it.
            .setBody(constant(""));
        // CHECKSTYLE:ON
    }
}
