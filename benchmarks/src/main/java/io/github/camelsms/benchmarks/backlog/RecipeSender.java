package io.github.camelsms.benchmarks.backlog;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;

import io.github.camelsms.model.SmsMessage;

import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.AggregationStrategies;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.http.base.HttpOperationFailedException;
import org.apache.camel.model.dataformat.JsonLibrary;

/**
 * Sender with the usual Camel patterns: single exchanges through <code>aggregate</code>, <code>throttle</code>, Jackson
 * and <code>camel-http</code>. These have no backpressure, so only a few batches are in progress.
 */
public final class RecipeSender extends BacklogSender {

    /** How the route keeps the limit. */
    public enum Variant {
        /** By the defaults of its parts, which lose the messages of a throttled request. */
        DEFAULTS(1000, false),
        /** A throttled request is repeated by Camel's redelivery, and passes the throttle again. */
        RETRY(1000, true),
        /** As {@link #RETRY}, with 1.1 s between requests, so that fewer of them arrive too early. */
        TUNED(1100, true);

        private final int periodMillis;
        private final boolean repeatsThrottled;

        Variant(int periodMillis, boolean repeatsThrottled) {
            this.periodMillis = periodMillis;
            this.repeatsThrottled = repeatsThrottled;
        }
    }

    private static final int BATCH = 200;
    private static final int BATCHES = 4;
    private static final int TOO_MANY_REQUESTS = 429;

    private final CamelContext context;
    private final URI baseUrl;
    private final Messages messages;
    private final String name;
    private final Variant variant;
    private final int requestsPerPeriod;
    private final Semaphore places = new Semaphore(BATCHES);
    private final Thread feeder;

    /**
     * @param name              unique name of its route
     * @param requestsPerPeriod requests per second, or per period of the variant
     */
    public RecipeSender(CamelContext context, URI baseUrl, Messages messages, String name, Variant variant,
                        int requestsPerPeriod) {
        this.context = context;
        this.baseUrl = baseUrl;
        this.messages = messages;
        this.name = name;
        this.variant = variant;
        this.requestsPerPeriod = requestsPerPeriod;
        this.feeder = new Thread(this::feed, name);
        this.feeder.setDaemon(true);
    }

    @Override
    public void start() throws Exception {
        context.addRoutes(new Recipe());
        feeder.start();
    }

    @Override
    public void awaitEnd() throws InterruptedException {
        feeder.join();
        places.acquire(BATCHES);
    }

    /** Stops between two batches, so that the aggregator is empty. */
    private void feed() {
        try (ProducerTemplate template = context.createProducerTemplate()) {
            while (!isStopped()) {
                places.acquire();
                for (int i = 0; i < BATCH; i++) {
                    template.sendBody("direct:" + name, message(messages.next()));
                }
            }
        } catch (Exception e) {
            throw new IllegalStateException("the route " + name + " does not take messages", e);
        }
    }

    private static Map<String, Object> message(SmsMessage message) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("messageText", message.messageText());
        fields.put("destination", message.destination());
        fields.put("correlationId", message.correlationId());
        return fields;
    }

    private void read(Exchange exchange) {
        List<?> items = exchange.getMessage().getBody(List.class);
        long accepted = items.stream()
                .filter(item -> item instanceof Map<?, ?> fields && "OK".equals(fields.get("status"))).count();
        ended(accepted);
    }

    private void ended(long accepted) {
        count(BATCH, accepted);
        places.release();
    }

    private final class Recipe extends RouteBuilder {

        @Override
        public void configure() {
            onException(Exception.class).handled(true).process(exchange -> ended(0));
            if (variant.repeatsThrottled) {
                onException(HttpOperationFailedException.class).onWhen(RecipeSender::isThrottled)
                        .maximumRedeliveries(-1).redeliveryDelay(0);
            }
            from("direct:" + name)
                    .routeId(name)
                    .aggregate(constant(true), AggregationStrategies.flexible().accumulateInCollection(ArrayList.class))
                    .completionSize(BATCH).completionTimeout(1000)
                    .process(exchange -> exchange.getMessage().setBody(Map.of("sms", exchange.getMessage().getBody())))
                    .marshal().json(JsonLibrary.Jackson)
                    .setHeader(Exchange.HTTP_METHOD, constant("POST"))
                    .setHeader(Exchange.CONTENT_TYPE, constant("application/json"))
                    .to("direct:" + name + "-request")
                    .unmarshal().json(JsonLibrary.Jackson, List.class)
                    .process(RecipeSender.this::read);
            from("direct:" + name + "-request")
                    .errorHandler(noErrorHandler())
                    .throttle(requestsPerPeriod).timePeriodMillis(variant.periodMillis)
                    .to(baseUrl + "/v1/send");
        }
    }

    private static boolean isThrottled(Exchange exchange) {
        HttpOperationFailedException failure
                = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, HttpOperationFailedException.class);
        return failure != null && failure.getStatusCode() == TOO_MANY_REQUESTS;
    }
}
