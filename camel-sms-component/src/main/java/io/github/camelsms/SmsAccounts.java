package io.github.camelsms;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import io.github.camelsms.client.SmsServiceSettings;
import io.github.camelsms.dispatch.DispatchExecutors;
import org.jspecify.annotations.Nullable;

import org.apache.camel.CamelContext;
import org.apache.camel.builder.ThreadPoolProfileBuilder;
import org.apache.camel.spi.ExecutorServiceManager;
import org.apache.camel.util.StringHelper;
import org.apache.camel.util.concurrent.ThreadPoolRejectedPolicy;

/**
 * The accounts of one component, and the threads that they share: their number does not grow with the accounts.
 * Thread-safe.
 */
final class SmsAccounts {

    private static final int LOOP_THREADS = 2;
    private static final int MOST_HTTP_CALLS = 512;

    private final CamelContext context;
    private final ExecutorServiceManager pools;
    private final ScheduledExecutorService alarms;
    private final ExecutorService loop;
    private final ExecutorService httpPool;
    private final Executor http;
    private final ExecutorService readers;
    private final ExecutorService queries;
    private final ExecutorService completers;
    private final SystemClock clock;
    private final Map<AccountKey, SmsAccount> accounts = new LinkedHashMap<>();
    private @Nullable RequestTracing tracing;
    private volatile long stoppingSince = -1;

    SmsAccounts(CamelContext context) {
        this.context = context;
        this.pools = context.getExecutorServiceManager();
        // Each account has alarms of its own, so a bound, which Camel sets by default, would be one of their number.
        this.alarms = pools.newScheduledThreadPool(
                this, "SmsAlarms", new ThreadPoolProfileBuilder("SmsAlarms").poolSize(1).maxQueueSize(-1).build());
        this.loop = pools.newThreadPool(
                this, "SmsLoop",
                // The size of the queue is that of the work; a pool that is full would run it on its caller's thread.
                new ThreadPoolProfileBuilder("SmsLoop").poolSize(LOOP_THREADS).maxPoolSize(LOOP_THREADS)
                        .maxQueueSize(Integer.MAX_VALUE).rejectedPolicy(ThreadPoolRejectedPolicy.Abort)
                        .keepAliveTime(60L).allowCoreThreadTimeOut(true).build());
        this.httpPool = pools.newCachedThreadPool(this, "SmsHttp");
        this.http = new BoundedExecutor(httpPool, MOST_HTTP_CALLS);
        // What continues on a completion's thread may wait for another completion, so a bound would be a deadlock.
        this.completers = pools.newCachedThreadPool(this, "SmsCompletion");
        // Inputs may block while they are read, so a bound would let some of them block the others.
        this.readers = pools.newCachedThreadPool(this, "SmsInput");
        // Each account bounds how many of its queries run; what a route does with their results may block.
        this.queries = pools.newCachedThreadPool(this, "SmsQuery");
        this.clock = new SystemClock(alarms);
    }

    /**
     * The account of an endpoint, made if there is none. Its settings must agree with those of the endpoints that use
     * it.
     */
    synchronized SmsAccount account(SmsEndpoint endpoint) {
        SmsServiceSettings service = SmsOptions.service(endpoint.getConfiguration());
        String component = StringHelper.before(endpoint.getEndpointUri(), ":");
        return accounts.computeIfAbsent(
                new AccountKey(service.baseUrl().toString(), service.username()),
                key -> new SmsAccount(this, key, component));
    }

    synchronized List<SmsAccount> all() {
        return new ArrayList<>(accounts.values());
    }

    CamelContext context() {
        return context;
    }

    /** How requests are traced, as the context is set up when the first sender asks. */
    synchronized RequestTracing tracing() {
        RequestTracing current = tracing;
        if (current == null) {
            current = RequestTracing.of(context);
            tracing = current;
        }
        return current;
    }

    SystemClock clock() {
        return clock;
    }

    ScheduledExecutorService alarms() {
        return alarms;
    }

    Executor http() {
        return http;
    }

    /** Runs status queries, and the exchanges that continue from them. */
    ExecutorService queries() {
        return queries;
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
        for (ExecutorService pool : List.of(httpPool, loop, readers, queries, alarms)) {
            pools.shutdownNow(pool);
        }
    }

    /**
     * What makes two endpoints share an account.
     */
    record AccountKey(String baseUrl, String username) {

        /** What its send requests are posted to. */
        URI sendAddress() {
            return URI.create(baseUrl.replaceFirst("/+$", "") + "/v1/send");
        }

        /** The account as people may see it, in logs and health checks. */
        String label() {
            return username + "@" + baseUrl.replaceFirst("^https?://", "");
        }
    }
}
