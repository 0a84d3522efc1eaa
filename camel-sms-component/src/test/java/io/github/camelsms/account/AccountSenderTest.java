package io.github.camelsms.account;

import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

import io.github.camelsms.client.SmsServiceClient;
import io.github.camelsms.client.SmsServiceSettings;
import io.github.camelsms.engine.BatchSender;
import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.observe.RequestTracing;
import io.github.camelsms.simulator.SmsSimulator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.apache.camel.impl.DefaultCamelContext;

import static org.assertj.core.api.Assertions.assertThat;

class AccountSenderTest {

    private static final URI ADDRESS = URI.create("https://localhost:1");
    private static final List<SmsMessage> BATCH = List.of(new SmsMessage("hello", "11987654321", "m1", null));

    private final ScheduledExecutorService alarms = Executors.newSingleThreadScheduledExecutor();
    private final AtomicLong nanos = new AtomicLong();
    private final List<Duration> asked = new ArrayList<>();
    private final List<SendResponse> responses = new ArrayList<>();
    private final Deque<Runnable> threads = new ArrayDeque<>();
    private final List<SmsServiceClient> made = new ArrayList<>();
    private final AccountClient client = new AccountClient(settings -> {
        made.add(new SmsServiceClient(new DefaultCamelContext(), settings, alarms, pause -> {
        }, nanos::get, InstantSource.system()));
        return made.get(made.size() - 1);
    });

    @BeforeEach
    void startClient() {
        client.use(settings(Duration.ofSeconds(2)));
    }

    @AfterEach
    void stopClient() {
        client.close();
        alarms.shutdownNow();
    }

    /** With the earlier one, a request could outlast the lease. */
    @Test
    void send_requestTimeoutChanged_asksWithTheTimeoutOfTheRequest() {
        AccountSender sender = sender(4, timeout -> !asked.add(timeout));
        client.use(settings(Duration.ofSeconds(30)));
        sender.send(BATCH, Set::of, responses::add);
        threads.remove().run();
        assertThat(responses).singleElement().isInstanceOf(SendResponse.Withheld.class);
        assertThat(asked).containsExactly(Duration.ofSeconds(30));
    }

    /** It would leave at the same time as others, or after the engine has stopped waiting for it. */
    @Test
    void send_noThreadInTime_isNotMade() {
        AccountSender sender = sender(1, timeout -> true);
        sender.send(BATCH, Set::of, responses::add);
        nanos.addAndGet(AccountSender.MAX_WAIT.toNanos() + 1);
        threads.remove().run();
        assertThat(responses).singleElement()
                .isEqualTo(new SendResponse.Withheld("no HTTP thread was available for 1 s"));
    }

    /** The engine counts the interval from there. */
    @Test
    void send_connected_departsOnceBeforeTheResponse() {
        List<String> events = new ArrayList<>();
        try (SmsSimulator service = SmsSimulator.builder().build().start()) {
            client.use(new SmsServiceSettings(
                    URI.create(service.baseUrl()), service.username(), service.password(), Duration.ofSeconds(30), null));
            sender(1, timeout -> true).send(BATCH, Set::of, receiver(events));
            threads.remove().run();
        }
        assertThat(events).containsExactly("departs", "Processed");
    }

    @Test
    void send_notConnected_doesNotDepart() {
        List<String> events = new ArrayList<>();
        sender(1, timeout -> true).send(BATCH, Set::of, receiver(events));
        threads.remove().run();
        assertThat(events).containsExactly("NotConnected");
    }

    @Test
    void send_onAResponse_usesItsThreadOnceAndOtherThreadsForTheRest() {
        AccountSender sender = sender(4, timeout -> false);
        sender.send(BATCH, Set::of, response -> {
            responses.add(response);
            for (int i = 0; i < 3; i++) {
                sender.send(BATCH, Set::of, responses::add);
            }
            assertThat(threads).as("threads for two of three requests").hasSize(2);
        });
        assertThat(threads).hasSize(1);
        threads.remove().run();
        threads.forEach(Runnable::run);
        assertThat(responses).hasSize(4);
    }

    @Test
    void send_onAResponseWhileAnotherAccountWaits_waitsForItsTurn() {
        BoundedExecutor pool = new BoundedExecutor(threads::add, 1);
        AccountSender sender = sender(pool, timeout -> false);
        List<String> order = new ArrayList<>();
        sender.send(BATCH, Set::of, response -> {
            order.add("first");
            pool.execute(() -> order.add("other"));
            sender.send(BATCH, Set::of, next -> order.add("next"));
        });
        threads.remove().run();
        assertThat(order).containsExactly("first", "other", "next");
        assertThat(threads).isEmpty();
    }

    @Test
    void send_responseThrows_makesTheNextRequest() {
        AccountSender sender = sender(1, timeout -> false);
        sender.send(BATCH, Set::of, response -> {
            sender.send(BATCH, Set::of, responses::add);
            throw new IllegalStateException("broken on purpose, its trace is expected here");
        });
        threads.remove().run();
        assertThat(responses).hasSize(1);
    }

    /** A name lookup can outlast the deadline. Then the engine retries the messages, and nothing may depart. */
    @Test
    void withdraw_beforeTheFirstByte_withholdsTheRequest() {
        List<BatchSender.Withdrawal> withdrawals = new ArrayList<>();
        try (SmsSimulator service = SmsSimulator.builder().build().start()) {
            client.use(new SmsServiceSettings(
                    URI.create(service.baseUrl()), service.username(), service.password(), Duration.ofSeconds(30), null));
            AccountSender sender = sender(1, timeout -> asked.add(timeout) && asked.size() == 1
                    || withdrawals.get(0).withdraw());
            withdrawals.add(sender.send(BATCH, Set::of, responses::add));
            threads.remove().run();
            assertThat(service.statistics().sendRequests()).isZero();
        }
        assertThat(responses).singleElement().isInstanceOf(SendResponse.Withheld.class);
    }

    /** Otherwise its client would never be stopped. */
    @ParameterizedTest
    @ValueSource(booleans = { true, false })
    void withdraw_beforeOrAfterTheConnection_endsItsCallOnce(boolean isBefore) {
        BatchSender.Withdrawal[] withdrawal = new BatchSender.Withdrawal[1];
        AccountSender sender = sender(1, timeout -> withdrawal[0].withdraw());
        withdrawal[0] = sender.send(BATCH, Set::of, responses::add);
        if (isBefore) {
            assertThat(withdrawal[0].withdraw()).isTrue();
        }
        threads.remove().run();

        client.use(settings(Duration.ofSeconds(30)));

        assertThat(made).extracting(SmsServiceClient::isStarted).containsExactly(false, true);
        assertThat(responses).hasSize(isBefore ? 0 : 1);
    }

    @Test
    void withdraw_afterTheFirstByte_isImpossible() {
        List<BatchSender.Withdrawal> withdrawals = new ArrayList<>();
        try (SmsSimulator service = SmsSimulator.builder().build().start()) {
            client.use(new SmsServiceSettings(
                    URI.create(service.baseUrl()), service.username(), service.password(), Duration.ofSeconds(30), null));
            withdrawals.add(sender(1, timeout -> true).send(BATCH, Set::of, responses::add));
            threads.remove().run();
        }
        assertThat(withdrawals.get(0).withdraw()).isFalse();
        assertThat(responses).singleElement().isInstanceOf(SendResponse.Processed.class);
    }

    private static BatchSender.Receiver receiver(List<String> events) {
        return new BatchSender.Receiver() {
            @Override
            public void departs() {
                events.add("departs");
            }

            @Override
            public void accept(SendResponse response) {
                events.add(response.getClass().getSimpleName());
            }
        };
    }

    private AccountSender sender(int maxThreads, Predicate<Duration> mayDepart) {
        return sender(new BoundedExecutor(threads::add, maxThreads), mayDepart);
    }

    private AccountSender sender(BoundedExecutor pool, Predicate<Duration> mayDepart) {
        return new AccountSender("account", client, pool, nanos::get, RequestTracing.NONE, mayDepart);
    }

    private static SmsServiceSettings settings(Duration requestTimeout) {
        return new SmsServiceSettings(ADDRESS, "demo", "secret-1", requestTimeout, null);
    }
}
