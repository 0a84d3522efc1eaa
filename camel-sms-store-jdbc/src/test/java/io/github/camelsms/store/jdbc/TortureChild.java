package io.github.camelsms.store.jdbc;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.github.camelsms.SmsComponent;
import io.github.camelsms.SmsConfiguration;
import io.github.camelsms.SmsConstants;
import io.github.camelsms.SmsVerdict;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOrigin;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.policy.FrequencyCapPolicy;
import io.github.camelsms.policy.OptOutPolicy;
import io.github.camelsms.store.MessageStore;

import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Producer;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

/**
 * A process with routes on a message store, which runs until it is killed. It writes a line before it stores a message,
 * after the acknowledgment, and for each result and status. The line is written before the next step begins.
 * <p>
 * Input: <code>go RUN POINT HIT MESSAGES ID...</code>, where the ids are those not acknowledged so far; then
 * <code>count</code> any number of times. It exits at the end of its input.
 */
final class TortureChild {

    /** Id prefix of messages whose caller waits for the outcome. */
    static final String WAITED_FOR = "outcome.";
    static final String REJECTED = "11900000000";
    static final String OPTED_OUT = "11955555555";
    static final String LIMITED = "11944444444";
    /** Maximum number of messages to {@link #LIMITED}. */
    static final int LIMIT = 2;
    static final int LIST = 5;
    static final int REQUESTS_PER_SECOND = 40;
    static final int BATCH = 5;

    private static final int REQUEST_TIMEOUT = 1_000;
    private static final int RECONCILE = 2_000;
    private static final int STATUS_DELAY = 150;

    private final JdbcMessageStore store;
    private final PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    private final CamelContext context = new DefaultCamelContext();
    private final SmsComponent component = new SmsComponent();

    private Producer storing;
    private Producer waiting;

    private TortureChild(JdbcMessageStore store, int port) {
        this.store = store;
        SmsConfiguration options = component.getConfiguration();
        options.setBaseUrl("http://127.0.0.1:" + port);
        options.setUsername("demo");
        options.setPassword("demo");
        options.setRequestsPerSecond(REQUESTS_PER_SECOND);
        options.setBatchSize(BATCH);
        options.setRequestTimeout(REQUEST_TIMEOUT);
        options.setReconcileAfter(RECONCILE);
        options.setReconcileFor(RECONCILE);
    }

    /**
     * @param args kind of the store, its file or JDBC URL, and the port of the service
     */
    public static void main(String[] args) throws Exception {
        TortureChild child = new TortureChild(CrashChild.store(args[0], args[1]), Integer.parseInt(args[2]));
        child.prepare();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] words = line.split(" ");
            if (words[0].equals("go")) {
                child.start(words[2], Integer.parseInt(words[3]));
                child.feed(words[1], Integer.parseInt(words[4]), Arrays.asList(words).subList(5, words.length));
            } else {
                child.count(Arrays.asList(words).subList(1, words.length));
            }
        }
        child.context.stop();
        child.store.close();
    }

    /** Of ten messages, one has a number that the service rejects, one that opted out, and one that is limited. */
    static SmsMessage message(String id) {
        String destination = switch (tenth(id)) {
            case 0 -> REJECTED;
            case 1 -> OPTED_OUT;
            case 2 -> LIMITED;
            default -> "1197%07d".formatted(Math.floorMod(id.hashCode(), 10_000_000));
        };
        return new SmsMessage("Your code is " + id, destination, id, null).withOrigin(origin(id));
    }

    private static int tenth(String id) {
        return Math.floorMod(id.hashCode(), 10);
    }

    /** Defers one of ten messages in every other half second. */
    private static SmsVerdict deferred(SmsMessage message, Instant now) {
        long halfSecond = now.toEpochMilli() / 500;
        return tenth(String.valueOf(message.correlationId())) == 3 && halfSecond % 2 == 1
                ? SmsVerdict.deferUntil(Instant.ofEpochMilli((halfSecond + 1) * 500), "not in this half second")
                : SmsVerdict.allow();
    }

    private static SmsOrigin origin(String id) {
        return new SmsOrigin(id + ".csv", 1 + id.length());
    }

    private void prepare() throws Exception {
        context.addComponent("sms", component);
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                // Exchanges that wait in a queue in memory are not acknowledged.
                from("sms:results?delay=50&initialDelay=0").to("seda:results");
                from("seda:results").process(exchange -> result(
                        id(exchange), exchange.getMessage().getMandatoryBody(SmsSendResult.class)));
                from("sms:status?initialDelay=0&delay=" + STATUS_DELAY).to("seda:statuses");
                from("seda:statuses").process(exchange -> say(
                        "status", id(exchange), exchange.getMessage().getMandatoryBody(SmsStatus.class).status().name()));
            }
        });
    }

    private void result(String id, SmsSendResult result) {
        if (origin(id).equals(result.origin())) {
            say("result", id, result.outcome().name());
        } else {
            say("failed", id, "the result comes from " + result.origin());
        }
    }

    private void start(String point, int hit) throws Exception {
        MessageStore wrapped = new Failpoint(point, hit, name -> say("point", name)).in(store);
        component.setMessageStore(wrapped);
        FrequencyCapPolicy cap = new FrequencyCapPolicy();
        cap.setMax(LIMIT);
        component.setPolicies(List.of(new OptOutPolicy(), TortureChild::deferred, cap));
        storing = producer("sms:send?completeOn=stored");
        waiting = producer("sms:send");
        context.start();
        say("started");
    }

    /** Started with the context, so that the process sends what it finds in the store. */
    private Producer producer(String uri) throws Exception {
        Producer producer = context.getEndpoint(uri).createProducer();
        context.addService(producer);
        return producer;
    }

    private static String id(Exchange exchange) {
        return exchange.getMessage().getHeader(SmsConstants.CORRELATION_ID, String.class);
    }

    /** Stores lists, single messages, and single messages whose caller waits for the outcome, on one thread each. */
    private void feed(String run, int messages, List<String> again) {
        List<List<String>> lists = new ArrayList<>();
        List<List<String>> singles = new ArrayList<>();
        List<List<String>> outcomes = new ArrayList<>();
        again.forEach(id -> (id.startsWith(WAITED_FOR) ? outcomes : singles).add(List.of(id)));
        for (int i = 0; i < messages / LIST; i++) {
            String name = run + "." + i;
            lists.add(IntStream.range(0, LIST).mapToObj(each -> "list." + name + "." + each).toList());
            singles.add(List.of("single." + name));
            outcomes.add(List.of(WAITED_FOR + name));
        }
        start(storing, lists);
        start(storing, singles);
        start(waiting, outcomes);
    }

    private void start(Producer producer, List<List<String>> inputs) {
        Thread feeder = new Thread(() -> inputs.forEach(ids -> store(producer, ids)));
        feeder.setDaemon(true);
        feeder.start();
    }

    private void store(Producer producer, List<String> ids) {
        say("storing", String.join(",", ids));
        List<SmsMessage> messages = ids.stream().map(TortureChild::message).toList();
        Exchange done = producer.getEndpoint().createExchange();
        done.getMessage().setBody(messages.size() == 1 ? messages.get(0) : messages);
        try {
            producer.process(done);
        } catch (Exception e) {
            done.setException(e);
        }
        String outcome = done.getMessage().getHeader(SmsConstants.OUTCOME, String.class);
        if (outcome != null) {
            say("outcome", ids.get(0), outcome);
        } else if (Boolean.TRUE.equals(done.getMessage().getHeader(SmsConstants.STORED)) && done.getException() == null) {
            say("stored", String.join(",", ids));
        } else {
            say("failed", ids.get(0), String.valueOf(done.getException()));
        }
    }

    private void count(List<String> ids) {
        String account = component.getAccounts().get(0);
        MessageStore.await(store.operations().find(account, ids)).stream().filter(message -> message.result() != null)
                .forEach(message -> say("final", message.correlationId(), message.result().outcome().name()));
        say("count", account, MessageStore.await(store.operations().count(account)).entrySet().stream()
                .map(count -> count.getKey() + "=" + count.getValue()).collect(Collectors.joining(",")));
    }

    /** One call, so that lines of several threads are not mixed. */
    private void say(String... words) {
        byte[] line = (String.join(" ", words) + "\n").getBytes(StandardCharsets.UTF_8);
        out.write(line, 0, line.length);
        out.flush();
    }
}
