package io.github.camelsms;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import io.github.camelsms.client.SmsServiceSettings;
import io.github.camelsms.dispatch.DispatchExecutors;

import org.apache.camel.CamelContext;
import org.apache.camel.builder.ThreadPoolProfileBuilder;
import org.apache.camel.spi.ExecutorServiceManager;

/**
 * The accounts of one component, and the threads that they share: their number does not grow with the accounts.
 * Thread-safe.
 */
final class SmsAccounts {

    private static final int LOOP_THREADS = 2;
    private static final int HTTP_THREADS = 128;
    private static final int COMPLETER_THREADS = 64;

    private final CamelContext context;
    private final ExecutorServiceManager pools;
    private final ScheduledExecutorService alarms;
    private final ExecutorService loop;
    private final ExecutorService http;
    private final ExecutorService readers;
    private final ExecutorService completers;
    private final SystemClock clock;
    private final Map<AccountKey, SmsAccount> accounts = new LinkedHashMap<>();
    private volatile long stoppingSince = -1;

    SmsAccounts(CamelContext context) {
        this.context = context;
        this.pools = context.getExecutorServiceManager();
        this.alarms = pools.newScheduledThreadPool(this, "SmsAlarms", 1);
        this.loop = pool("SmsLoop", LOOP_THREADS);
        this.http = pool("SmsHttp", HTTP_THREADS);
        this.completers = pool("SmsCompletion", COMPLETER_THREADS);
        // Inputs may block while they are read, so a bound would let some of them block the others.
        this.readers = pools.newCachedThreadPool(this, "SmsInput");
        this.clock = new SystemClock(alarms);
    }

    /**
     * The account of an endpoint, made if there is none. Its settings must agree with those of the endpoints that use
     * it.
     */
    synchronized SmsAccount account(SmsEndpoint endpoint) {
        SmsServiceSettings service = SmsOptions.service(endpoint.getConfiguration());
        return accounts.computeIfAbsent(
                new AccountKey(service.baseUrl().toString(), service.username()), key -> new SmsAccount(this, key));
    }

    synchronized List<SmsAccount> all() {
        return new ArrayList<>(accounts.values());
    }

    CamelContext context() {
        return context;
    }

    SystemClock clock() {
        return clock;
    }

    ScheduledExecutorService alarms() {
        return alarms;
    }

    ExecutorService http() {
        return http;
    }

    /** Runs what may block for as long as it likes: inputs and queries. */
    ExecutorService blocking() {
        return readers;
    }

    DispatchExecutors executors() {
        return new DispatchExecutors(loop, readers, completers);
    }

    /**
     * The context began to stop: its shutdown timeout runs from here.
     */
    void contextStopping() {
        stoppingSince = clock.nanos();
    }

    /**
     * Drains within what is left of Camel's shutdown timeout, then ends what is left. Every exchange is completed.
     */
    void close() {
        long timeout = TimeUnit.NANOSECONDS.convert(
                context.getShutdownStrategy().getTimeout(), context.getShutdownStrategy().getTimeUnit());
        long passed = stoppingSince < 0 ? 0 : clock.nanos() - stoppingSince;
        Duration left = Duration.ofNanos(Math.max(0, timeout - passed));
        List<SmsAccount> closing = all();
        closing.forEach(SmsAccount::drain);
        long deadline = clock.nanos() + left.toNanos();
        for (SmsAccount account : closing) {
            account.close(Duration.ofNanos(Math.max(0, deadline - clock.nanos())));
        }
        pools.shutdownGraceful(completers);
        for (ExecutorService pool : List.of(http, loop, readers, alarms)) {
            pools.shutdownNow(pool);
        }
    }

    private ExecutorService pool(String name, int threads) {
        return pools.newThreadPool(
                this, name,
                new ThreadPoolProfileBuilder(name).poolSize(threads).maxPoolSize(threads).maxQueueSize(-1)
                        .keepAliveTime(60L).allowCoreThreadTimeOut(true).build());
    }

    /**
     * What makes two endpoints share an account.
     */
    record AccountKey(String baseUrl, String username) {

        /** The account as people may see it, in logs and health checks. */
        String label() {
            return username + "@" + baseUrl.replaceFirst("^https?://", "");
        }
    }
}
