package io.github.camelsms.benchmarks.peers;

import java.net.URI;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import io.github.camelsms.model.SmsMessage;

import org.apache.camel.AsyncProducer;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.builder.AggregationStrategies;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.jackson.JacksonDataFormat;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.model.ProcessorDefinition;

/**
 * Camel's patterns: <code>aggregate</code>, <code>throttle</code>, Jackson and <code>camel-http</code>. An exchange
 * ends in the aggregator, so its callback is passed along in the grouped bodies.
 */
public final class CamelSender implements Sender {

    /** The throttler creates an object per permit. */
    private static final int LIFTED = 10_000;
    private static final String BATCH = "batch";

    private final DefaultCamelContext context = new DefaultCamelContext();
    private final ExecutorService threads = Executors.newFixedThreadPool(BareClient.IN_FLIGHT);
    private final Pace pace;
    private final String http;
    private final Endpoint singles;
    private final AsyncProducer producer;
    private final Endpoint lists;
    private final AsyncProducer listProducer;

    public CamelSender(URI baseUrl, Pace pace) throws Exception {
        this.pace = pace;
        this.http = baseUrl.resolve("/v1/send") + "?httpMethod=POST&disableStreamCache=true&copyHeaders=false"
                    + "&automaticRetriesDisabled=true&redirectHandlingDisabled=true&cookieManagementDisabled=true"
                    + "&connectionsPerRoute=" + BareClient.IN_FLIGHT;
        context.addRoutes(new Routes());
        context.start();
        singles = context.getEndpoint("direct:singles");
        producer = singles.createAsyncProducer();
        producer.start();
        lists = context.getEndpoint("direct:lists");
        listProducer = lists.createAsyncProducer();
        listProducer.start();
    }

    @Override
    public String name() {
        return "camel";
    }

    @Override
    public void send(SmsMessage message, Confirmation confirmation) throws Exception {
        Exchange exchange = singles.createExchange();
        exchange.getMessage().setBody(new Pending(message, confirmation));
        producer.process(exchange, doneSync -> {
        });
        rethrow(exchange);
    }

    /**
     * Submits a list as one exchange; blocks until the response.
     *
     * @return number of accepted messages
     */
    public int sendList(List<SmsMessage> messages) throws Exception {
        Exchange exchange = lists.createExchange();
        exchange.getMessage().setBody(messages);
        listProducer.process(exchange);
        rethrow(exchange);
        return exchange.getMessage().getBody(Integer.class);
    }

    @Override
    public void close() throws Exception {
        context.close();
        threads.shutdown();
    }

    private static void rethrow(Exchange exchange) throws Exception {
        if (exchange.getException() != null) {
            throw exchange.getException();
        }
    }

    private final class Routes extends RouteBuilder {

        @Override
        public void configure() {
            Processor confirm = exchange -> PeerJson.confirm(
                    pending(exchange.getProperty(BATCH)), exchange.getMessage().getBody(PeerJson.Item[].class));
            post(from("direct:singles")
                    .aggregate(constant(true), AggregationStrategies.groupedBody())
                    .completionSize(PreparedMessages.BATCH).completionInterval(pace.linger().toMillis())
                    .executorService(threads)
                    .throttle(Math.min(pace.requestsPerSecond(), LIFTED))
                    .setProperty(BATCH, body())
                    .process(exchange -> exchange.getMessage().setBody(
                            new PeerJson.Request(
                                    pending(exchange.getMessage().getBody()).stream().map(Pending::message).toList()))))
                    .process(confirm);

            post(from("direct:lists")
                    .throttle(Math.min(pace.requestsPerSecond(), LIFTED))
                    .setProperty(BATCH, body())
                    .process(exchange -> exchange.getMessage()
                            .setBody(new PeerJson.Request(messages(exchange.getMessage().getBody())))))
                    .process(exchange -> exchange.getMessage().setBody(
                            PeerJson.countAccepted(
                                    messages(exchange.getProperty(BATCH)),
                                    exchange.getMessage().getBody(PeerJson.Item[].class))));
        }

        private ProcessorDefinition<?> post(ProcessorDefinition<?> route) {
            JacksonDataFormat json = new JacksonDataFormat(PeerJson.MAPPER, PeerJson.Item[].class);
            return route.marshal(json)
                    .setHeader("Authorization", constant(PreparedMessages.AUTHORIZATION))
                    .setHeader("Content-Type", constant("application/json"))
                    .to(http)
                    .unmarshal(json);
        }

        @SuppressWarnings("unchecked")
        private static List<Pending> pending(Object body) {
            return (List<Pending>) body;
        }

        @SuppressWarnings("unchecked")
        private static List<SmsMessage> messages(Object body) {
            return (List<SmsMessage>) body;
        }
    }
}
