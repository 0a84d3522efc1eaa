package io.github.camelsms.store.jdbc;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsClaimed;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsLeaseResult;
import io.github.camelsms.store.SmsResultDelivery;
import io.github.camelsms.store.SmsStoredMessage;

import static io.github.camelsms.store.MessageStore.await;

/**
 * A process that stores, sends and delivers until it is killed. Each output line reports a call that has returned,
 * except for <code>acknowledging</code>, which comes before the call.
 */
final class CrashChild {

    static final int LIST = 5;
    static final Duration VISIBILITY = Duration.ofMillis(200);

    private final MessageStore store;
    private final String run;
    private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    private CrashChild(MessageStore store, String run) {
        this.store = store;
        this.run = run;
    }

    /**
     * @param args kind of the store, its file or JDBC URL, and a name of this run
     */
    public static void main(String[] args) {
        JdbcMessageStore store = store(args[0], args[1]);
        store.start();
        CrashChild child = new CrashChild(store, args[2]);
        start(child::takeIn);
        start(child::takeIn);
        start(child::send);
        start(child::deliver);
    }

    static JdbcMessageStore store(String kind, String place) {
        JdbcMessageStore store = new JdbcMessageStore();
        store.setLeaseDuration(Duration.ofSeconds(1));
        if (kind.equals("file")) {
            store.setFile(place);
        } else {
            store.setDataSource(Samples.dataSource(place));
            store.setInitializeSchema(SchemaInitialization.ALWAYS);
        }
        return store;
    }

    private static void start(Runnable work) {
        new Thread(() -> {
            try {
                work.run();
            } catch (Throwable e) {
                e.printStackTrace();
                Runtime.getRuntime().halt(1);
            }
        }).start();
    }

    private void takeIn() {
        for (int i = 0;; i++) {
            String list = run + "." + Thread.currentThread().getId() + "." + i;
            await(store.intake().store(Samples.ACCOUNT, Samples.messages(list + ".", LIST)));
            say("stored", list);
        }
    }

    private void send() {
        SmsLeaseResult acquired = await(store.leases().acquire(Samples.ACCOUNT, run));
        while (!(acquired instanceof SmsLeaseResult.Granted)) {
            acquired = await(store.leases().acquire(Samples.ACCOUNT, run));
        }
        SmsLease lease = ((SmsLeaseResult.Granted) acquired).lease();
        for (long number = 1;; number++) {
            SmsClaimed claimed = await(store.sending().claim(Samples.claim(lease, number, 3)));
            for (SmsClaimed.Request request : claimed.requests()) {
                say("sending", ids(request.messages()));
                List<SmsStoredMessage> recorded = await(
                        store.sending().record(
                                request.id(), request.messages().stream().map(Samples::accepted).toList(), Samples.RECONCILED));
                say("accepted", ids(recorded));
            }
        }
    }

    private void deliver() {
        while (true) {
            List<SmsResultDelivery> results = await(store.results().claim(Samples.ACCOUNT, 10, VISIBILITY));
            String ids = ids(results.stream().map(SmsResultDelivery::message).toList());
            say("acknowledging", ids);
            await(store.results().acknowledge(results.stream().map(SmsResultDelivery::key).toList()));
            say("delivered", ids);
        }
    }

    private static String ids(List<SmsStoredMessage> messages) {
        return messages.stream().map(SmsStoredMessage::correlationId).collect(Collectors.joining(","));
    }

    private void say(String what, String ids) {
        if (!ids.isEmpty()) {
            out.println(what + " " + ids);
        }
    }
}
