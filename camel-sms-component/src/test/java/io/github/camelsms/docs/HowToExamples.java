package io.github.camelsms.docs;

import java.time.Duration;
import java.util.List;

import io.github.camelsms.SmsComponent;
import io.github.camelsms.SmsEndpoint;
import io.github.camelsms.SmsNotSentException;
import io.github.camelsms.SmsOutcomeUnknownException;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.policy.FrequencyCapPolicy;
import io.github.camelsms.policy.OptOutPolicy;
import io.github.camelsms.policy.SendWindowPolicy;
import io.github.camelsms.simulator.SimulatedMessage;
import io.github.camelsms.simulator.SmsSimulator;

import org.apache.camel.CamelContext;
import org.apache.camel.builder.AggregationStrategies;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.processor.aggregate.GroupedBodyAggregationStrategy;
import org.apache.camel.spi.IdempotentRepository;

/**
 * Examples of the page "How do I …", and of the pages on the simulator and the sample routes.
 */
final class HowToExamples {

    private HowToExamples() {
    }

    static final class Retry extends RouteBuilder {
        @Override
        public void configure() {
            // CHECKSTYLE:OFF (the formatter leaves this alone)
            // tag::retry[]
            onException(SmsNotSentException.class)
                .maximumRedeliveries(5).redeliveryDelay("{{retryDelay}}")
                .handled(true)
                .to("direct:not-sent");

            from("direct:invoice")
                .to("sms:send");
            // end::retry[]
            // CHECKSTYLE:ON
        }
    }

    static final class SkipDuplicates extends RouteBuilder {

        private final IdempotentRepository orders;

        SkipDuplicates(IdempotentRepository orders) {
            this.orders = orders;
        }

        @Override
        public void configure() {
            // CHECKSTYLE:OFF (the formatter leaves this alone)
            // tag::skip-duplicates[]
            from("direct:order-notice")
                .idempotentConsumer(header("orderId"), orders).completionEager(true)
                    .doTry()
                        .to("sms:send")
                    .doCatch(SmsOutcomeUnknownException.class)       // keeps the key, because it may have been sent
                        .to("direct:unknown")
                    .end()
                .end()
                .to("direct:archive");
            // end::skip-duplicates[]
            // CHECKSTYLE:ON
        }
    }

    static final class Lines extends RouteBuilder {
        @Override
        public void configure() {
            // CHECKSTYLE:OFF (the formatter leaves this alone)
            // tag::lines[]
            from("direct:lines")                                    // such as 11987654321;Your order has arrived
                .split(body().tokenize("\n"), AggregationStrategies.groupedBody())
                    .transform().body(String.class, line -> SmsMessage.of(line.split(";", 2)[1], line.split(";", 2)[0]))
                .end()
                .to("sms:send");                                    // after end(): the list of all messages
            // end::lines[]

            // tag::parallel-lines[]
            from("direct:parallel-lines")
                .split(body().tokenize("\n")).parallelProcessing()
                    .transform().body(String.class, line -> SmsMessage.of(line.split(";", 2)[1], line.split(";", 2)[0]))
                    .to("sms:send");                                // a result for each line
            // end::parallel-lines[]
            // CHECKSTYLE:ON
        }
    }

    static final class Aggregated extends RouteBuilder {
        @Override
        public void configure() {
            // CHECKSTYLE:OFF (the formatter leaves this alone)
            // tag::aggregate[]
            from("direct:greeting")                                  // text in the body, number in a header
                .setBody(exchange -> new SmsMessage(
                    exchange.getMessage().getBody(String.class),
                    exchange.getMessage().getHeader("phone", String.class), null, null))
                .aggregate(constant(true), new GroupedBodyAggregationStrategy())
                    .completionSize(200).completionInterval(5_000)
                    .to("sms:send");
            // end::aggregate[]
            // CHECKSTYLE:ON
        }
    }

    static final class TwoAccounts extends RouteBuilder {
        @Override
        public void configure() {
            // CHECKSTYLE:OFF (the formatter leaves this alone)
            // tag::two-accounts[]
            from("direct:campaign").to("sms:send");
            from("direct:alert").to("alerts:send");
            // end::two-accounts[]
            // CHECKSTYLE:ON
        }
    }

    static final class SecondAccount extends RouteBuilder {
        @Override
        public void configure() {
            // CHECKSTYLE:OFF (the formatter leaves this alone)
            // tag::second-account[]
            from("direct:alert").to("sms:send?username=alerts&password=RAW({{alerts.password}})");
            // end::second-account[]
            // CHECKSTYLE:ON
        }
    }

    static final class Scheduled extends RouteBuilder {
        @Override
        public void configure() {
            // CHECKSTYLE:OFF (the formatter leaves this alone)
            // tag::scheduled[]
            from("direct:greeting")
                .setHeader("CamelSmsScheduledDate", constant("2099-12-24T09:00:00"))   // in the option zone
                .to("sms:send");
            // end::scheduled[]
            // CHECKSTYLE:ON
        }
    }

    static final class SeveralCountries extends RouteBuilder {
        @Override
        public void configure() {
            // CHECKSTYLE:OFF (the formatter leaves this alone)
            // tag::countries[]
            from("direct:notice-abroad")
                .choice()
                    .when(header("CamelSmsDestination").startsWith("+52"))
                        .to("sms:send?numberRegion=MX")                // sent without country code, as 5512345678
                    .otherwise()
                        .to("sms:send")                                // Brazil; other countries are REJECTED
                .end();
            // end::countries[]
            // CHECKSTYLE:ON
        }
    }

    static final class CheckedCampaign extends RouteBuilder {
        @Override
        public void configure() {
            // CHECKSTYLE:OFF (the formatter leaves this alone)
            // tag::dry-run[]
            from("direct:check-campaign")
                .to("sms:send?dryRun=true&results=problems&pricePerSegment=0.08")
                .log("${header.CamelSmsDryRun.messages} messages, ${header.CamelSmsDryRun.rejected} would be rejected;"
                     + " all are sent in ${header.CamelSmsDryRun.timeToDrain}, and cost ${header.CamelSmsCost}")
                .split(body())                                       // an SmsCheck for each problem
                    .log("${body.origin}: ${body.verdict}, ${body.reason}")
                    .to("direct:problem")
                .end();
            // end::dry-run[]
            // CHECKSTYLE:ON
        }
    }

    static final class QueueToStore extends RouteBuilder {
        @Override
        public void configure() {
            // CHECKSTYLE:OFF (the formatter leaves this alone)
            // tag::queue[]
            from("jms:queue:sms.outbox?transacted=true&concurrentConsumers=5&disableReplyTo=true")
                .setHeader("CamelSmsDestination", header("destination"))
                .setHeader("CamelSmsCorrelationId", header("orderId"))     // the same if the broker redelivers
                .to("sms:send?completeOn=stored");
            // end::queue[]
            // CHECKSTYLE:ON
        }
    }

    static final class Outbox extends RouteBuilder {
        @Override
        public void configure() {
            // CHECKSTYLE:OFF (the formatter leaves this alone)
            // tag::outbox[]
            from("direct:outbox")
                .setHeader("destination", simple("${header.phone}"))
                .setHeader("correlationId", simple("${header.orderId}"))
                .to("jms:queue:sms.outbox");
            // end::outbox[]
            // CHECKSTYLE:ON
        }
    }

    static final class DeliveryReports extends RouteBuilder {
        @Override
        public void configure() {
            // CHECKSTYLE:OFF (the formatter leaves this alone)
            // tag::delivery-reports[]
            from("sms:status")
                .setHeader("correlationId", header("CamelSmsCorrelationId"))
                .setHeader("status", header("CamelSmsDeliveryStatus"))
                .setBody(simple("${header.correlationId};${header.status}"))
                .to("jms:queue:sms.statuses");
            // end::delivery-reports[]
            // CHECKSTYLE:ON
        }
    }

    static final class Operations extends RouteBuilder {
        @Override
        public void configure() {
            // CHECKSTYLE:OFF (the formatter leaves this alone)
            // tag::operations[]
            from("direct:cancel")                                 // body: correlation ids
                .setHeader("CamelSmsReason", constant("campaign cancelled"))
                .to("sms:messages?operation=cancel");

            from("direct:send-parked")                            // body: correlation ids
                .to("sms:messages?operation=resend");
            // end::operations[]

            // tag::due[]
            from("direct:remind-later")
                .setHeader("CamelSmsDueAt", constant("2099-12-24T09:00:00"))   // in the option zone
                .to("sms:send?completeOn=stored");
            // end::due[]

            // tag::erase[]
            from("direct:erase")
                .setHeader("CamelSmsDestination", body())         // body: the phone number
                .to("sms:messages?operation=erase")
                .log("erased from ${body} messages");
            // end::erase[]
            // CHECKSTYLE:ON
        }
    }

    static final class OptOuts extends RouteBuilder {
        @Override
        public void configure() {
            // CHECKSTYLE:OFF (the formatter leaves this alone)
            // tag::opt-outs[]
            from("file:opt-outs?include=.*[.]csv&move=.done")
                .to("sms:opt-out?operation=import")
                .log("${header.CamelSmsAdded} added, ${header.CamelSmsRejected} rejected: ${header.CamelSmsProblems}");

            from("direct:unsubscribe")
                .setHeader("CamelSmsDestination", body())         // body: the phone number
                .setHeader("CamelSmsReason", constant("asked on the web site"))
                .to("sms:opt-out?operation=add");
            // end::opt-outs[]
            // CHECKSTYLE:ON
        }
    }

    static final class Policies {

        private Policies() {
        }

        static void set(SmsComponent component) {
            // CHECKSTYLE:OFF (the formatter leaves this alone)
            // tag::policies[]
            SendWindowPolicy day = new SendWindowPolicy();
            day.setHours("MON-FRI 08:00-20:00, SAT 09:00-13:00");
            day.setPassPriority(8);                           // one-time passwords pass at any time
            FrequencyCapPolicy cap = new FrequencyCapPolicy();
            cap.setMax(3);
            cap.setPeriod(Duration.ofDays(7));                // to a number, over all nodes and accounts
            cap.setPassPriority(8);
            component.setPolicies(List.of(new OptOutPolicy(), day, cap));
            // end::policies[]
            // CHECKSTYLE:ON
        }
    }

    static final class NotReached extends RouteBuilder {
        @Override
        public void configure() {
            // CHECKSTYLE:OFF (the formatter leaves this alone)
            // tag::not-reached[]
            from("quartz:not-reached?cron=0+0+8+*+*+?")
                .setHeader("CamelSmsDate", simple("${date-with-timezone:now-24h:America/Sao_Paulo:yyyy-MM-dd}"))
                .to("direct:not-reached");

            from("direct:not-reached")                            // header CamelSmsDate: the day
                .setHeader("CamelSmsStatus", constant("NOT_REACHED"))
                .to("sms:messages?operation=find")
                .split(body()).streaming()
                    .log("${body.correlationId} was not reached: ${body.state}, ${body.deliveryStatus}, ${body.reason}")
                    .to("direct:call-customer");
            // end::not-reached[]
            // CHECKSTYLE:ON
        }
    }

    // CHECKSTYLE:OFF (the formatter leaves this alone)
    // tag::suspend[]
    static void pause(CamelContext camel) {
        camel.getComponent("sms", SmsComponent.class).suspendSending();                    // all accounts
    }

    static void resumeOne(CamelContext camel) {
        camel.getEndpoint("sms:send", SmsEndpoint.class).resumeSending();                  // this account
    }
    // end::suspend[]

    // tag::look[]
    static String describe(CamelContext camel) {
        SmsEndpoint sms = camel.getEndpoint("sms:send", SmsEndpoint.class);
        return sms.getSending() + ", " + sms.getPendingMessages() + " pending, " + sms.getRequestsInFlight() + " in flight, "
                + "trouble: " + sms.getTrouble();
    }
    // end::look[]

    // tag::simulator[]
    static List<SimulatedMessage> send(SmsComponent sms, Runnable routes) {
        try (SmsSimulator simulator = SmsSimulator.builder().requestsPerSecond(5).seed(42).build().start()) {
            sms.getConfiguration().setBaseUrl(simulator.baseUrl());         // like http://localhost:41235
            routes.run();
            return simulator.messages();                                    // there is also simulator.statistics()
        }
    }
    // end::simulator[]

    // tag::password[]
    static void changePassword(CamelContext camel, String password) throws Exception {
        camel.getComponent("sms", SmsComponent.class).getConfiguration().setPassword(password);
        camel.getRouteController().reloadAllRoutes();             // endpoints read the options of their component again
    }
    // end::password[]
    // CHECKSTYLE:ON
}
