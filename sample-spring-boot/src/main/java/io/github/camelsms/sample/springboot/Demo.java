package io.github.camelsms.sample.springboot;

import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.github.camelsms.simulator.SmsSimulator;
import io.github.camelsms.store.SmsMessageState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

import org.apache.camel.builder.RouteBuilder;

/**
 * Demonstration that submits messages through a file and the queue, logs their progress every second, and stops the
 * application when each message has its outcome and each accepted one its final delivery status.
 */
@Component
@Profile("demo")
class Demo extends RouteBuilder {

    private static final Logger LOG = LoggerFactory.getLogger(Demo.class);

    private static final int LINES = 200;
    private static final int QUEUE_MESSAGES = 20;
    /** Limits the time without progress and not the total time, which a slow machine might exceed. */
    private static final int MAX_SECONDS_WITHOUT_PROGRESS = 120;

    private final ApplicationContext application;
    private final boolean keepRunning;
    private final Set<String> finalStatuses = ConcurrentHashMap.newKeySet();
    private long progress;
    private int secondsWithoutProgress;
    private boolean ended;

    /**
     * @param simulator required, because the messages of a demonstration must not be charged
     */
    Demo(ApplicationContext application, SmsSimulator simulator,
         @Value("${sms.demo.keep-running}") boolean keepRunning) {
        this.application = application;
        this.keepRunning = keepRunning;
        LOG.info("The service is a simulator on {}", simulator.baseUrl());
    }

    @Override
    public void configure() {
        from("timer:demo-input?repeatCount=1&delay=0").routeId("demo-input")
                .setHeader("CamelFileName", constant("demo.csv"))
                .setBody(exchange -> file())
                .to("file:{{sms.files.inbox}}?tempPrefix=.part-")
                .loop(QUEUE_MESSAGES)
                .setBody(simple("{\"destination\":\"119876600${exchangeProperty.CamelLoopIndex}\","
                                + "\"messageText\":\"Your parcel is on its way\"}"))
                .to("jms:queue:{{sms.jms.outbox}}")
                .end();

        from("timer:demo-progress?period=1000").routeId("demo-progress")
                .to("sms:messages?operation=count")
                .process(exchange -> look(exchange.getMessage().getBody(Map.class)));
        from("jms:queue:{{sms.jms.statuses}}").routeId("demo-statuses")
                .unmarshal().json(Map.class)
                .process(exchange -> count(exchange.getMessage().getBody(Map.class)));
    }

    private void count(Map<?, ?> status) {
        if (!"SENT".equals(status.get("status"))) {
            finalStatuses.add(String.valueOf(status.get("correlationId")));
        }
    }

    /**
     * Returns the file's content, which differs in each run, because messages that were stored before are not sent
     * again.
     */
    private static String file() {
        String run = UUID.randomUUID().toString().substring(0, 8);
        return IntStream.range(0, LINES)
                .mapToObj(i -> (i % 50 == 7 ? "1190000" : "1198765") + String.format("%04d", i) + ",Your order " + i
                               + " is ready,order-" + run + "-" + i)
                .collect(Collectors.joining("\n", "destination,messageText,correlationId\n", "\n"));
    }

    private void look(Map<?, ?> states) {
        if (ended) {
            return;
        }
        long accepted = number(states, SmsMessageState.ACCEPTED);
        long rejected = number(states, SmsMessageState.REJECTED);
        LOG.info("{} of {} messages have their outcomes: {} accepted, {} rejected; {} have a final status",
                accepted + rejected, LINES + QUEUE_MESSAGES, accepted, rejected, finalStatuses.size());
        boolean complete = accepted + rejected == LINES + QUEUE_MESSAGES && finalStatuses.size() == accepted;
        long now = accepted + rejected + finalStatuses.size();
        secondsWithoutProgress = now == progress ? secondsWithoutProgress + 1 : 0;
        progress = now;
        if (complete || secondsWithoutProgress > MAX_SECONDS_WITHOUT_PROGRESS) {
            ended = true;
            end(complete);
        }
    }

    private static long number(Map<?, ?> states, SmsMessageState state) {
        return states.get(state) instanceof Number count ? count.longValue() : 0;
    }

    private void end(boolean complete) {
        LOG.info(complete
                ? "All messages have their outcomes" : "Not all messages have their outcomes and final statuses in time");
        if (keepRunning) {
            LOG.info("Still running. Health is at http://localhost:{}/actuator/health. Press Ctrl-C to stop.",
                    application.getEnvironment().getProperty("local.server.port"));
            return;
        }
        // On another thread, because the shutdown waits for this thread's exchange.
        new Thread(() -> System.exit(SpringApplication.exit(application, () -> complete ? 0 : 1)), "demo-end").start();
    }
}
