package io.github.camelsms;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.github.camelsms.engine.pacing.Pacing;
import io.github.camelsms.model.SmsMessage;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

import org.apache.camel.AsyncProducer;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.direct.DirectComponent;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultScheduledPollConsumerScheduler;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A Camel context whose routes are added, removed and changed as determined by a seed. A model of the running routes
 * and their settings predicts the result of each step.
 */
final class LifecycleWorld {

    private static final int STEPS = 40;
    private static final List<String> USERS = List.of("ana", "bia");

    /** What a route does with its account. */
    private enum Kind {
        SEND,
        POLL,
        QUERY
    }

    private enum State {
        RUNNING,
        SUSPENDED,
        STOPPED
    }

    /** A route of the model. */
    private static final class Route {

        private final String id;
        private final Kind kind;
        private final String user;
        private final int batchSize;
        private final int requestTimeout;
        private State state = State.RUNNING;

        Route(String id, Kind kind, String user, int batchSize, int requestTimeout) {
            this.id = id;
            this.kind = kind;
            this.user = user;
            this.batchSize = batchSize;
            this.requestTimeout = requestTimeout;
        }

        /** Returns whether the two routes cannot run at the same time. */
        boolean conflictsWith(Route other) {
            return user.equals(other.user) && (differsFrom(other) || kind == Kind.POLL && other.kind == Kind.POLL);
        }

        /** Returns whether a shared option has another value. */
        boolean differsFrom(Route other) {
            return requestTimeout != other.requestTimeout
                    || kind == Kind.SEND && other.kind == Kind.SEND && batchSize != other.batchSize;
        }

        String uri() {
            String options = "?username=" + user + "&requestTimeout=" + requestTimeout;
            return kind == Kind.SEND
                    ? "sms:send" + options + "&batchSize=" + batchSize : "sms:status" + options + "&initialDelay=3600000";
        }

        @Override
        public String toString() {
            return id + " (" + uri() + ", " + state + ")";
        }
    }

    /** A submitted exchange. */
    private static final class Sent {

        private final String what;
        private final String user;
        private final int messages;
        private final int epoch;
        private volatile int completions;
        private volatile String outcome = "none";

        Sent(String what, String user, int messages, int epoch) {
            this.what = what;
            this.user = user;
            this.messages = messages;
            this.epoch = epoch;
        }

        synchronized void completed(Exchange exchange) {
            completions++;
            Object accepted = exchange.getMessage().getHeader(SmsConstants.ACCEPTED);
            Object single = exchange.getMessage().getHeader(SmsConstants.OUTCOME);
            outcome = accepted == null
                    ? String.valueOf(single) : accepted.equals(messages) ? "ACCEPTED" : accepted + " of " + messages;
            if (!isAccepted()) {
                outcome += " (" + exchange.getMessage().getHeader(SmsConstants.REASON) + ", " + exchange.getException() + ")";
            }
        }

        boolean isAccepted() {
            return outcome.equals("ACCEPTED");
        }

        @Override
        public String toString() {
            return what + ": " + completions + " completions, " + outcome;
        }
    }

    private final Random random;
    private final int requestsPerSecond;
    private final List<String> history = new ArrayList<>();
    private final SmsServiceStub service = new SmsServiceStub();
    private final CamelContext context = new DefaultCamelContext();
    private final Map<String, Route> routes = new LinkedHashMap<>();
    private final ConcurrentLinkedQueue<Sent> sent = new ConcurrentLinkedQueue<>();
    private final Barrier barrier = new Barrier();
    private final ProducerTemplate template;
    private final SmsComponent component;
    private int names;
    private int epoch;

    LifecycleWorld(long seed) {
        random = new Random(seed);
        // The slower interval outlasts a restart of the component.
        requestsPerSecond = random.nextInt(3) > 0 ? 50 : 4;
        context.getShutdownStrategy().setTimeout(20);
        context.disableJMX();
        context.getComponent("direct", DirectComponent.class).setBlock(false);
        context.getRegistry().bind("broken", new BrokenScheduler());
        component = context.getComponent("sms", SmsComponent.class);
        component.getConfiguration().setBaseUrl(service.baseUrl());
        component.getConfiguration().setPassword("secret-1");
        component.getConfiguration().setPacing(Pacing.strict);
        component.getConfiguration().setRequestsPerSecond(requestsPerSecond);
        template = context.createProducerTemplate();
    }

    /** Runs the world from start to end. */
    void run() throws Exception {
        try {
            context.start();
            for (int step = 0; step < STEPS; step++) {
                step();
            }
            end();
        } finally {
            barrier.open(true);
            service.releaseResponses();
            context.stop();
            service.close();
        }
    }

    /** Returns the steps so far, one per line. */
    List<String> history() {
        return history;
    }

    private void step() throws Exception {
        int choice = random.nextInt(100);
        if (choice < 40) {
            send();
        } else if (choice < 58) {
            add();
        } else if (choice < 68) {
            stop(any(State.RUNNING));
        } else if (choice < 76) {
            start(any(State.STOPPED));
        } else if (choice < 80) {
            suspendOrResumeRoute();
        } else if (choice < 84) {
            remove(any(State.STOPPED));
        } else if (choice < 90) {
            suspendOrResumeSending();
        } else if (choice < 92) {
            addBroken();
        } else if (choice < 94) {
            holdOrReleaseResponses();
        } else if (choice < 96) {
            say("blocked callers go on");
            barrier.open(false);
        } else {
            restartComponent();
        }
    }

    private void send() throws Exception {
        Route route = any(State.RUNNING);
        if (route == null || route.kind != Kind.SEND) {
            return;
        }
        int messages = 1 + random.nextInt(4);
        String caller = List.of("goes on", "goes on", "blocks", "throws", "calls back in").get(random.nextInt(5));
        Sent exchange = new Sent(messages + " messages to " + route.id + ", " + caller, route.user, messages, epoch);
        say("send " + exchange.what);
        sent.add(exchange);
        AsyncProducer producer = context.getEndpoint("direct:" + route.id).createAsyncProducer();
        producer.start();
        Exchange created = producer.getEndpoint().createExchange();
        created.setProperty("caller", caller);
        created.getMessage()
                .setBody(messages == 1 ? message() : IntStream.range(0, messages).mapToObj(i -> message()).toList());
        producer.process(created, doneSync -> exchange.completed(created));
    }

    private SmsMessage message() {
        return new SmsMessage("hello", "11987654321", "m" + names++, null);
    }

    private void add() throws Exception {
        Kind kind = random.nextInt(4) > 0 ? Kind.SEND : random.nextBoolean() ? Kind.POLL : Kind.QUERY;
        Route route = new Route(
                "r" + names++, kind, USERS.get(random.nextInt(USERS.size())), random.nextInt(3) > 0 ? 200 : 2,
                random.nextInt(4) > 0 ? 30_000 : 20_000);
        begin(route, "add", () -> context.addRoutes(definition(route)));
        if (context.getRoute(route.id) != null) {
            routes.put(route.id, route);
        } else {
            context.removeRoute(route.id);
        }
    }

    private void start(Route route) throws Exception {
        if (route != null) {
            begin(route, "start", () -> context.getRouteController().startRoute(route.id));
        }
    }

    /** Starts a route; this must succeed exactly if no running route conflicts. */
    private void begin(Route route, String what, Action action) throws Exception {
        List<Route> conflicts = routes.values().stream()
                .filter(other -> other != route && other.state != State.STOPPED && other.conflictsWith(route)).toList();
        say(what + " " + route + (conflicts.isEmpty() ? "" : ", in conflict with " + conflicts));
        Exception failure = null;
        try {
            action.run();
        } catch (Exception e) {
            failure = e;
        }
        if (conflicts.isEmpty()) {
            assertThat(failure).as("no conflict").isNull();
            route.state = State.RUNNING;
        } else {
            assertThat(failure).as("a conflict with " + conflicts).isNotNull();
            assertThat(failure).hasStackTraceContaining(
                    conflicts.stream().anyMatch(other -> other.uri().equals(route.uri()))
                            ? "Multiple consumers for the same endpoint" : "Option ");
            route.state = State.STOPPED;
        }
    }

    private RouteBuilder definition(Route route) {
        return new RouteBuilder() {
            @Override
            public void configure() {
                errorHandler(noErrorHandler());
                if (route.kind == Kind.POLL) {
                    from(route.uri()).routeId(route.id).to("mock:statuses");
                } else {
                    from("direct:" + route.id).routeId(route.id).to(route.uri()).process(LifecycleWorld.this::goOn);
                }
            }
        };
    }

    /** Runs on the thread on which an exchange continues. */
    private void goOn(Exchange exchange) {
        switch (Objects.requireNonNullElse(exchange.getProperty("caller", String.class), "")) {
            case "blocks" -> barrier.pass();
            case "throws" -> throw new IllegalStateException("thrown on purpose");
            case "calls back in" -> callBackIn(exchange.getFromRouteId());
            default -> {
                // Ignored.
            }
        }
    }

    private void callBackIn(String route) {
        Route target = routes.get(route);
        if (target != null) {
            Sent nested = new Sent("a message to " + route + " by a caller", target.user, 1, epoch);
            Exchange result = template.send(
                    "direct:" + route,
                    exchange -> exchange.getMessage().setBody(new SmsMessage("hello", "11987654321", null, null)));
            nested.completed(result);
            boolean wasStopped = result.getMessage().getHeader(SmsConstants.OUTCOME) == null;
            if (!wasStopped) {
                sent.add(nested);
            }
        }
    }

    private void stop(Route route) throws Exception {
        if (route != null) {
            say("stop " + route.id);
            context.getRouteController().stopRoute(route.id, 20, TimeUnit.MILLISECONDS);
            route.state = State.STOPPED;
        }
    }

    private void remove(Route route) throws Exception {
        if (route != null) {
            say("remove " + route.id);
            context.removeRoute(route.id);
            routes.remove(route.id);
            if (routes.values().stream().noneMatch(other -> other.uri().equals(route.uri()))) {
                context.removeEndpoints(route.uri());
            }
        }
    }

    private void suspendOrResumeRoute() throws Exception {
        Route suspended = any(State.SUSPENDED);
        Route running = any(State.RUNNING);
        if (suspended != null) {
            say("resume route " + suspended.id);
            context.getRouteController().resumeRoute(suspended.id);
            suspended.state = State.RUNNING;
        } else if (running != null && open().isEmpty()) {
            // With an exchange in flight, Camel would stop the route's producers after the timeout.
            say("suspend route " + running.id);
            context.getRouteController().suspendRoute(running.id, 20, TimeUnit.SECONDS);
            running.state = State.SUSPENDED;
        }
    }

    private void suspendOrResumeSending() {
        if (random.nextBoolean()) {
            say("suspend sending");
            component.suspendSending();
        } else {
            say("resume sending");
            component.resumeSending();
        }
    }

    private void addBroken() {
        String id = "broken" + names++;
        String user = USERS.get(random.nextInt(USERS.size()));
        say("add a consumer of " + user + " that fails half-way");
        // It follows the account's request timeout, and conflicts with another poll before its scheduler fails.
        String reason = routes.values().stream().anyMatch(
                route -> route.state != State.STOPPED && route.user.equals(user) && route.kind == Kind.POLL)
                        ? "are already polled by" : "broken on purpose";
        assertThat(failureOf(() -> context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("sms:status?username=" + user + "&scheduler=#broken").routeId(id).to("mock:statuses");
            }
        }))).hasStackTraceContaining(reason);
    }

    private void holdOrReleaseResponses() {
        if (random.nextBoolean()) {
            say("hold responses");
            service.holdResponses();
        } else {
            say("release responses");
            service.releaseResponses();
        }
    }

    private void restartComponent() throws Exception {
        boolean isCutShort = random.nextBoolean();
        say("restart the component" + (isCutShort ? " while responses are out" : ""));
        List<Route> wereRunning = routes.values().stream().filter(route -> route.state == State.RUNNING).toList();
        context.getShutdownStrategy().setTimeout(isCutShort ? 1 : 20);
        if (isCutShort) {
            service.holdResponses();
            send();
        }
        for (Route route : routes.values()) {
            if (route.state != State.STOPPED) {
                stop(route);
            }
        }
        barrier.open(true);
        if (!isCutShort) {
            service.releaseResponses();
        }
        component.stop();
        service.releaseResponses();
        await().untilAsserted(() -> assertThat(open()).isEmpty());
        barrier.close();
        epoch++;
        component.start();
        for (Route route : wereRunning) {
            start(route);
        }
        send();
    }

    private void goOnEverywhere() {
        service.releaseResponses();
        barrier.open(true);
    }

    private void end() throws Exception {
        say("end");
        component.resumeSending();
        goOnEverywhere();
        await().untilAsserted(() -> assertThat(open()).isEmpty());
        assertThat(sent).allSatisfy(each -> assertThat(each.completions).as(each.toString()).isEqualTo(1));
        // Only exchanges in progress when the component stopped may return; stopping another route is no reason.
        assertThat(sent).filteredOn(each -> each.epoch == epoch).allSatisfy(
                each -> assertThat(each.isAccepted()).as(each.toString()).isTrue());
        for (String user : USERS) {
            assertThat(service.smallestGapNanos(user)).as("gap between requests of " + user)
                    .isGreaterThanOrEqualTo(1_000_000_000L / requestsPerSecond);
            assertThat(new HashSet<>(service.messages(user))).as("messages of " + user)
                    .hasSameSizeAs(service.messages(user));
        }
        // The engine shows its state at the end of a step, which may be after the last exchange has completed.
        await().untilAsserted(() -> assertThat(component.getRequestsInFlight()).as("requests in flight").isZero());
        await().untilAsserted(() -> assertThat(component.getPendingMessages()).as("messages").isZero());
        for (Route route : routes.values()) {
            if (route.state != State.STOPPED) {
                stop(route);
            }
        }
        await().untilAsserted(() -> assertThat(component.getAccounts()).as("accounts in use").isEmpty());
        await().untilAsserted(() -> assertThat(service.openConnections()).as("connections").isZero());
        context.stop();
        await().untilAsserted(() -> assertThat(threads()).as("threads").isEmpty());
    }

    private List<Sent> open() {
        return sent.stream().filter(each -> each.completions == 0).toList();
    }

    private List<String> threads() {
        return ContextThreads.named(context, "Sms");
    }

    private Route any(State state) {
        List<Route> all = routes.values().stream().filter(route -> route.state == state).toList();
        return all.isEmpty() ? null : all.get(random.nextInt(all.size()));
    }

    private void say(String step) {
        history.add(step);
    }

    private static Exception failureOf(Action action) {
        try {
            action.run();
            return null;
        } catch (Exception e) {
            return e;
        }
    }

    private static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(20));
    }

    /** A step that may throw. */
    @FunctionalInterface
    private interface Action {

        void run() throws Exception;
    }

    /** A latch at which callers block until it is opened. */
    private static final class Barrier {

        private boolean staysOpen;
        private int opened;

        /**
         * @param stay whether the latch stays open until it is closed
         */
        synchronized void open(boolean stay) {
            staysOpen |= stay;
            opened++;
            notifyAll();
        }

        synchronized void close() {
            staysOpen = false;
        }

        synchronized void pass() {
            int before = opened;
            while (!staysOpen && before == opened) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return;
                }
            }
        }
    }

    /** A scheduler that fails to start. */
    private static final class BrokenScheduler extends DefaultScheduledPollConsumerScheduler {

        @Override
        public void startScheduler() {
            throw new IllegalStateException("broken on purpose");
        }
    }
}
