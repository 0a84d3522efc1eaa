package io.github.camelsms.account;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import io.github.camelsms.client.SmsServiceSettings;
import io.github.camelsms.engine.EngineSettings;
import io.github.camelsms.engine.ReadFailure;
import io.github.camelsms.engine.ResultSink;
import io.github.camelsms.engine.SubmitOptions;
import io.github.camelsms.engine.pacing.Pacing;
import io.github.camelsms.engine.stored.ReconcilerFixture;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.observe.SendFigures;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.spi.ExecutorServiceManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

class SmsAccountsTest {

    private static final AccountUser USER = user("https://localhost:1");

    private static final ResultSink IGNORED = new ResultSink() {
        @Override
        public void result(long index, SmsSendResult result) {
        }

        @Override
        public void completed(@Nullable ReadFailure unread) {
        }
    };

    private final DefaultCamelContext context = new DefaultCamelContext();
    private final Alarms alarms = new Alarms();
    private final Queries queries = new Queries();
    private final Queries http = new Queries();
    private final SmsAccounts accounts = accounts();

    /** Alarms that are run by the test. */
    private static final class Alarms extends ScheduledThreadPoolExecutor {

        private final Queue<Runnable> due = new ArrayDeque<>();
        private final List<Duration> delays = new CopyOnWriteArrayList<>();

        Alarms() {
            super(0);
        }

        @Override
        public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
            due.add(task);
            delays.add(Duration.of(delay, unit.toChronoUnit()));
            return super.schedule(task, 1, TimeUnit.DAYS);
        }

        void runNext() {
            due.remove().run();
        }
    }

    /** Runs tasks on the caller's thread, unless it is full or hangs. */
    private static final class Queries extends AbstractExecutorService {

        private boolean isFull;
        private boolean hangs;
        /** Number of tasks until it is full. */
        private int freePlaces = Integer.MAX_VALUE;

        @Override
        public void execute(Runnable task) {
            if (isFull || freePlaces-- <= 0) {
                throw new RejectedExecutionException("no thread");
            }
            if (!hangs) {
                task.run();
            }
        }

        @Override
        public void shutdown() {
        }

        @Override
        public List<Runnable> shutdownNow() {
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            return false;
        }

        @Override
        public boolean isTerminated() {
            return true;
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return true;
        }
    }

    private static AccountUser user(String baseUrl) {
        return new AccountUser(
                "sms://status", "sms",
                new SmsServiceSettings(URI.create(baseUrl), "demo", "secret-1", Duration.ofSeconds(1), null),
                new EngineSettings(1_000_000_000, Pacing.strict, 200, 1_000, 4, false, 30_000_000_000L),
                ReconcilerFixture.PARK, 1, Duration.ofMinutes(1), Duration.ofMinutes(1), false, Set.of());
    }

    private SmsAccounts accounts() {
        ExecutorServiceManager pools = context.getExecutorServiceManager();
        context.setExecutorServiceManager(
                (ExecutorServiceManager) Proxy.newProxyInstance(
                        getClass().getClassLoader(), new Class<?>[] { ExecutorServiceManager.class },
                        (proxy, method, arguments) -> pool(pools, method, arguments)));
        return new SmsAccounts(context, null, null, 2, new KeptPaces(1));
    }

    private Object pool(ExecutorServiceManager pools, Method method, Object[] arguments) throws Throwable {
        if (method.getName().equals("newScheduledThreadPool")) {
            return alarms;
        }
        if (method.getName().equals("newCachedThreadPool") && arguments[1].equals("SmsQuery")) {
            return queries;
        }
        if (method.getName().equals("newCachedThreadPool") && arguments[1].equals("SmsHttp")) {
            return http;
        }
        try {
            return method.invoke(pools, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    @AfterEach
    void stop() throws Exception {
        accounts.close();
        alarms.shutdownNow();
        context.close();
    }

    @Test
    void close_lastLease_releasesTheAccountAtTheSecondCheck() {
        accounts.join(USER, AccountUse.Purpose.QUERYING).close();
        alarms.runNext();
        assertThat(accounts.all()).hasSize(1);
        alarms.runNext();
        assertThat(accounts.all()).isEmpty();
    }

    @Test
    void release_noThreadToRetire_closesTheClient() {
        AccountUse lease = accounts.join(USER, AccountUse.Purpose.QUERYING);
        SmsAccount account = lease.account();
        lease.close();
        alarms.runNext();
        queries.freePlaces = 1;
        alarms.runNext();
        assertThat(accounts.all()).isEmpty();
        assertThatThrownBy(() -> account.client().call()).hasMessage("the account is closed");
    }

    /** An account without users is kept until its second check. */
    @Test
    void join_accountKeptWhileTheOtherSchemeIsInUse_isRejected() {
        accounts.join(USER, AccountUse.Purpose.QUERYING).close();
        AccountUse other = accounts.join(user("http://localhost:1"), AccountUse.Purpose.QUERYING);

        assertThatThrownBy(() -> accounts.join(USER, AccountUse.Purpose.QUERYING))
                .hasMessageContainingAll("https://localhost:1", "http://localhost:1", "one account");

        other.close();
        assertThat(accounts.join(USER, AccountUse.Purpose.QUERYING).account().label()).isEqualTo("demo@localhost:1");
    }

    /** The client has the new timeout, also for the messages that the sender has left. */
    @Test
    void join_readerWithAnotherRequestTimeoutAfterTheSender_changesTheResponseTimeout() {
        accounts.join(USER, AccountUse.Purpose.SENDING).close();
        AccountUser reader = new AccountUser(
                "sms://status", "sms",
                new SmsServiceSettings(URI.create("https://localhost:1"), "demo", "secret-1", Duration.ofMinutes(2), null),
                new EngineSettings(7, Pacing.adaptive, 7, 7, 7, true, 150_000_000_000L),
                ReconcilerFixture.PARK, 7, Duration.ofMinutes(1), Duration.ofMinutes(1), false, Set.of());
        SmsAccount account = accounts.join(reader, AccountUse.Purpose.QUERYING).account();
        assertThat(account.sending()).extracting(SendFigures::batchSize, SendFigures::bound, SendFigures::interval)
                .containsExactly(200, 1_000, Duration.ofSeconds(1));

        http.hangs = true;
        context.getShutdownStrategy().setTimeUnit(TimeUnit.MILLISECONDS);
        context.getShutdownStrategy().setTimeout(1);
        account.engine().submit(
                new SmsMessage("hello", "11987654321", "m1", null), new SubmitOptions(Duration.ofMinutes(5)), IGNORED);

        await().untilAsserted(
                () -> assertThat(alarms.delays).as("wait for the response")
                        .anyMatch(delay -> delay.toSeconds() > 120 && delay.toSeconds() <= 150));
    }

    @Test
    void close_noThreadForACheck_checksLater() {
        accounts.join(USER, AccountUse.Purpose.QUERYING).close();
        queries.isFull = true;
        alarms.runNext();
        queries.isFull = false;
        alarms.runNext();
        alarms.runNext();
        assertThat(accounts.all()).isEmpty();
    }
}
