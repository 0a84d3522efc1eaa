package io.github.camelsms.account;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

import io.github.camelsms.dispatch.BatchSender;
import io.github.camelsms.dispatch.ResultSink;
import io.github.camelsms.logging.SafeLogger;
import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.observe.RequestTracing;

/**
 * Sender of an account's requests. Each request runs on a thread of a pool and is traced. Thread-safe.
 */
final class AccountSender implements BatchSender {

    private static final SafeLogger LOG = SafeLogger.ACCOUNTS;

    private final String account;
    private final URI address;
    private final AccountClient client;
    private final Executor pool;
    private final RequestTracing tracing;
    private final Predicate<Duration> mayLeave;

    /**
     * @param address  URL of send requests
     * @param mayLeave whether a request with this timeout may leave; checked before it is started, and again
     *                 immediately before its first byte
     */
    AccountSender(String account, URI address, AccountClient client, Executor pool, RequestTracing tracing,
                  Predicate<Duration> mayLeave) {
        this.account = account;
        this.address = address;
        this.client = client;
        this.pool = pool;
        this.tracing = tracing;
        this.mayLeave = mayLeave;
    }

    @Override
    public void send(List<SmsMessage> batch, Supplier<Set<ResultSink>> origins, Consumer<SendResponse> response) {
        AccountClient.Call call = client.call();
        RequestTracing.Request request = new RequestTracing.Request(account, address, batch.size(), origins);
        try {
            pool.execute(() -> response.accept(sendTraced(call, request, batch)));
        } catch (RuntimeException | Error e) {
            call.close();
            throw e;
        }
    }

    private SendResponse sendTraced(AccountClient.Call call, RequestTracing.Request request, List<SmsMessage> batch) {
        try (call) {
            if (!mayLeave(call)) {
                return new SendResponse.Withheld("the account's lease ended before the request was started");
            }
            return tracing.trace(request, httpStatus -> send(call, batch, httpStatus));
        }
    }

    private boolean mayLeave(AccountClient.Call call) {
        return mayLeave.test(call.requestTimeout());
    }

    /** Never throws, because the engine waits for the result of each request. */
    private SendResponse send(AccountClient.Call call, List<SmsMessage> batch, IntConsumer httpStatus) {
        try {
            return call.client().send(batch, httpStatus, () -> mayLeave(call));
        } catch (Throwable e) {
            LOG.error(
                    e,
                    "SMS account {}: an internal error occurred in a request; its messages may have been sent. Report it with the stack trace",
                    account);
            return new SendResponse.Unknown(null, "an internal error (" + e.getClass().getSimpleName() + ")");
        }
    }
}
