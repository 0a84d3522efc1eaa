package io.github.camelsms.account;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

import io.github.camelsms.engine.BatchSender;
import io.github.camelsms.engine.ResultSink;
import io.github.camelsms.logging.SafeLogger;
import io.github.camelsms.model.Remedy;
import io.github.camelsms.model.SafeText;
import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.observe.RequestTracing;

/**
 * Sender of an account's requests. Each request runs on a thread of a pool and is traced. If the engine sends the next
 * request on a response, the thread of that response is available and makes it. Thread-safe.
 */
final class AccountSender implements BatchSender {

    /**
     * A request that waits for longer is returned to the engine: it could exceed the rate limit, because the engine
     * counts it from the handover until it departs, and could depart after the engine has given up on it.
     */
    static final Duration MAX_WAIT = Duration.ofSeconds(1);

    private static final SafeLogger LOG = SafeLogger.ACCOUNTS;
    private static final String NO_THREAD
            = "no HTTP thread was available for " + MAX_WAIT.toSeconds() + " s";

    private final String account;
    private final AccountClient client;
    private final BoundedExecutor pool;
    private final LongSupplier nanos;
    private final RequestTracing tracing;
    private final Predicate<Duration> mayDepart;
    /** Whether a thread of the pool reports a response, and can make the next request itself. */
    private final ThreadLocal<Boolean> isResponding = ThreadLocal.withInitial(() -> false);

    /**
     * Request, which can be withdrawn until its first byte departs.
     */
    private record Request(AccountClient.Call call, RequestTracing.Request traced, List<SmsMessage> batch, Receiver receiver,
            long since, AtomicReference<Progress> progress) implements Withdrawal {

        /** Returns whether a thread may start the request. */
        boolean starts() {
            return progress.compareAndSet(Progress.WAITS, Progress.CONNECTS);
        }

        /** Returns whether the first byte may be sent. */
        boolean departs() {
            return progress.compareAndSet(Progress.CONNECTS, Progress.DEPARTED);
        }

        @Override
        public boolean withdraw() {
            if (progress.compareAndSet(Progress.WAITS, Progress.WITHDRAWN)) {
                call.close();
                return true;
            }
            return progress.compareAndSet(Progress.CONNECTS, Progress.WITHDRAWN);
        }
    }

    /** Progress of a request. */
    private enum Progress {
        WAITS,
        CONNECTS,
        DEPARTED,
        WITHDRAWN
    }

    /**
     * @param nanos     monotonic clock, in nanoseconds
     * @param mayDepart whether a request with this timeout may depart; checked before it is started, and again
     *                  immediately before its first byte
     */
    AccountSender(String account, AccountClient client, BoundedExecutor pool, LongSupplier nanos, RequestTracing tracing,
                  Predicate<Duration> mayDepart) {
        this.account = account;
        this.client = client;
        this.pool = pool;
        this.nanos = nanos;
        this.tracing = tracing;
        this.mayDepart = mayDepart;
    }

    @Override
    public Withdrawal send(List<SmsMessage> batch, Supplier<Set<ResultSink>> origins, Receiver receiver) {
        AccountClient.Call call = client.call();
        RequestTracing.Request traced = new RequestTracing.Request(
                account, call.client().sendAddress(), batch.size(), origins);
        Request request = new Request(call, traced, batch, receiver, nanos.getAsLong(), new AtomicReference<>(Progress.WAITS));
        try {
            execute(() -> {
                if (request.starts()) {
                    respond(sendTraced(request), receiver);
                }
            });
            return request;
        } catch (RuntimeException | Error e) {
            call.close();
            throw e;
        }
    }

    private void execute(Runnable request) {
        if (isResponding.get()) {
            isResponding.set(false);
            pool.executeNext(request);
        } else {
            pool.execute(request);
        }
    }

    private void respond(SendResponse response, Receiver receiver) {
        isResponding.set(true);
        try {
            receiver.accept(response);
        } finally {
            isResponding.remove();
        }
    }

    private SendResponse sendTraced(Request request) {
        try (AccountClient.Call call = request.call) {
            if (!mayDepart(call)) {
                return new SendResponse.Withheld("the account's lease ended before the request was started");
            }
            return tracing.trace(request.traced, httpStatus -> send(request, httpStatus));
        }
    }

    private boolean mayDepart(AccountClient.Call call) {
        return mayDepart.test(call.requestTimeout());
    }

    private boolean departs(Request request) {
        boolean mayDepart = mayDepart(request.call) && request.departs();
        if (mayDepart) {
            request.receiver.departs();
        }
        return mayDepart;
    }

    /** Never throws, because the engine waits for the result of each request. */
    private SendResponse send(Request request, IntConsumer httpStatus) {
        if (nanos.getAsLong() - request.since > MAX_WAIT.toNanos()) {
            return new SendResponse.Withheld(NO_THREAD);
        }
        try {
            return request.call.client().send(request.batch, httpStatus, () -> departs(request));
        } catch (Throwable e) {
            LOG.error(
                    e,
                    "SMS account {}: an internal error occurred in a request; its messages may have been sent. {}",
                    account, Remedy.ofInternalError(e));
            return new SendResponse.Unknown(null, SafeText.internalError(e));
        }
    }
}
