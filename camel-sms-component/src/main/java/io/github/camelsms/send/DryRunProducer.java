package io.github.camelsms.send;

import java.math.BigDecimal;
import java.util.List;
import java.util.function.Supplier;

import io.github.camelsms.SmsConfiguration;
import io.github.camelsms.SmsConstants;
import io.github.camelsms.SmsException;
import io.github.camelsms.SmsNotSentException;
import io.github.camelsms.SmsPolicy;
import io.github.camelsms.SmsRejectedException;
import io.github.camelsms.SmsResults;
import io.github.camelsms.account.EndpointAccount;
import io.github.camelsms.account.ThreadPools;
import io.github.camelsms.body.ElementSource;
import io.github.camelsms.body.ResultHeaders;
import io.github.camelsms.body.SingleMessage;
import io.github.camelsms.body.UnreadableBodyException;
import io.github.camelsms.engine.CheckedMessage;
import io.github.camelsms.engine.MessageSource;
import io.github.camelsms.engine.Pools;
import io.github.camelsms.engine.SubmitOptions;
import io.github.camelsms.logging.SafeLogger;
import io.github.camelsms.model.SafeText;
import io.github.camelsms.model.SmsCheck;
import io.github.camelsms.model.SmsDryRun;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.options.SmsOptions;
import io.github.camelsms.policy.PolicyChain;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsStoreException;
import io.github.camelsms.text.MessageParts;
import org.jspecify.annotations.Nullable;

import org.apache.camel.AsyncCallback;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.support.DefaultAsyncProducer;

/**
 * Producer of <code>sms:send?dryRun=true</code>. It checks the messages of exchanges on the way of
 * {@link SmsSendProducer} up to the engine, which it does not use: it neither joins the account nor writes to the
 * message store. A message in memory is checked on the caller's thread, everything else on the component's threads.
 */
public final class DryRunProducer extends DefaultAsyncProducer {

    private static final SafeLogger LOG = SafeLogger.SENDING;

    private final SmsConfiguration options;
    private final EndpointAccount endpointAccount;
    private final Supplier<List<SmsPolicy>> policies;
    private final SendInput input;
    private @Nullable Started started;

    /**
     * What the producer uses from its start.
     *
     * @param store    message store, or null
     * @param messages account in the message store, or null without one
     * @param policies policies of the component, or null without any
     */
    private record Started(@Nullable MessageStore store, DryRun.@Nullable Store messages, DryRun.@Nullable Policies policies,
            RedeliveryGuard redeliveries) {

        boolean isBlocking() {
            return store != null || policies != null;
        }
    }

    /** Dry run of an exchange. */
    private record Run(Started started, Exchange exchange, MessageSource messages, DryRun checks) {
    }

    /**
     * @param policies returns the policies of the component when the producer starts
     */
    public DryRunProducer(Endpoint endpoint, SmsConfiguration options, EndpointAccount endpointAccount,
                          Supplier<List<SmsPolicy>> policies) {
        super(endpoint);
        this.policies = policies;
        this.options = options;
        this.endpointAccount = endpointAccount;
        this.input = new SendInput(options, endpointAccount);
    }

    @Override
    protected void doStart() throws Exception {
        input.requireStore();
        super.doStart();
        if (endpointAccount.isMocked()) {
            return;
        }
        MessageStore store = endpointAccount.store();
        String account = store != null || SmsOptions.isComplete(options) ? endpointAccount.label() : "";
        started = new Started(
                store, store == null ? null : new DryRun.Store(store.intake(), account), startedPolicies(),
                new RedeliveryGuard(account, options.isRedeliverUnknown(), store != null));
        LOG.info("{}: dryRun=true, so messages are only checked: nothing is sent or stored", endpointAccount);
    }

    private DryRun.@Nullable Policies startedPolicies() {
        List<SmsPolicy> current = policies.get();
        if (current.isEmpty()) {
            return null;
        }
        PolicyChain chain = new PolicyChain(current);
        return messages -> chain.verdicts(messages, endpointAccount.accounts().clock().instant());
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        boolean isDone = true;
        try {
            isDone = run(exchange, callback);
        } catch (Throwable e) {
            ResultHeaders.removeAll(exchange.getMessage());
            exchange.setException(e);
        }
        if (isDone) {
            callback.done(true);
        }
        return isDone;
    }

    /** Returns whether the exchange is complete. Otherwise, its callback is called when it is. */
    private boolean run(Exchange exchange, AsyncCallback callback) throws SmsException {
        if (RedeliveryGuard.failsAgain(exchange)) {
            return true;
        }
        Object given = exchange.getMessage().getBody();
        Run run = begin(exchange);
        // As in a real run, an input that joins a transaction is read on its thread.
        if (options.isJoinTransaction() || !run.started.isBlocking() && run.messages instanceof SingleMessage) {
            complete(run, given);
            return true;
        }
        try {
            pools().inputs().execute(() -> {
                complete(run, given);
                Pools.executeOrRun(pools().completions(), () -> callback.done(false));
            });
            return false;
        } catch (RuntimeException | Error e) {
            close(run);
            throw e;
        }
    }

    private Run begin(Exchange exchange) throws SmsException {
        Started current = endpointAccount.started(started, "producer");
        SubmitOptions submitOptions = input.submitOptions(exchange, input.dueAt(exchange));
        MessageSource messages = input.read(exchange);
        ResultHeaders.removeAll(exchange.getMessage());
        SmsResults kept = messages instanceof SingleMessage ? SmsResults.all : options.getResults();
        DryRun checks = new DryRun(
                input, submitOptions, current.messages, current.policies, kept, new SeenMessages(SeenMessages.MAX_MESSAGES));
        return new Run(current, exchange, messages, checks);
    }

    /** Checks the messages, and completes the exchange with the checks or with its failure. */
    private void complete(Run run, @Nullable Object given) {
        Exchange exchange = run.exchange;
        try {
            checkAll(run);
            List<SmsCheck> checks = run.checks.checks();
            exchange.getMessage().setBody(run.messages instanceof SingleMessage ? checks.get(0) : checks);
        } catch (Throwable e) {
            fail(run, given, e);
        }
    }

    private void checkAll(Run run) throws SmsException {
        try {
            if (run.messages instanceof SingleMessage single) {
                check(run, single);
            } else {
                for (CheckedMessage next = run.messages.next(); next != null; next = run.messages.next()) {
                    run.checks.add(next);
                    if (!isRunAllowed()) {
                        throw new SmsNotSentException("the dry run has ended, because its route is stopping", List.of());
                    }
                }
            }
            run.checks.end();
        } finally {
            close(run);
        }
        setTotals(run);
    }

    private static void close(Run run) {
        if (run.messages instanceof ElementSource many) {
            many.close();
        }
    }

    private void check(Run run, SingleMessage single) {
        if (!(single.checked() instanceof CheckedMessage.Valid valid)) {
            run.checks.add(single.checked());
            return;
        }
        SmsMessage message = valid.message();
        if (input.texts().splits(message)) {
            run.exchange.getMessage().setHeader(SmsConstants.PARTS, MessageParts.count(message));
        }
        if (run.started.redeliveries.accepted(run.exchange, message) == null) {
            run.checks.add(valid);
        } else {
            run.checks.addAccepted(message);
        }
    }

    private void setTotals(Run run) {
        BigDecimal price = options.getPricePerSegment();
        SmsDryRun totals = run.checks.totals(DryRunBacklog.of(endpointAccount, options, run.started.store), price);
        Message message = run.exchange.getMessage();
        message.setHeader(SmsConstants.DRY_RUN, totals);
        if (totals.cost() != null) {
            message.setHeader(SmsConstants.COST, totals.cost());
        }
    }

    /** Fails an exchange. Nothing was sent, so that it is safe to repeat unless its body was read and is gone. */
    private void fail(Run run, @Nullable Object given, Throwable cause) {
        Exchange exchange = run.exchange;
        ResultHeaders.removeAll(exchange.getMessage());
        exchange.setException(failure(cause));
        boolean isSpent = SmsSendProducer.isSpent(given) || run.messages instanceof ElementSource many && many.isReadOnce();
        run.started.redeliveries.ended(exchange, null, isSpent ? given : null);
    }

    private static Throwable failure(Throwable cause) {
        if (cause instanceof SmsException || cause instanceof VirtualMachineError) {
            return cause;
        } else if (cause instanceof UnreadableBodyException body) {
            return new SmsRejectedException(body.getMessage() + "; nothing was sent", List.of());
        }
        String what = cause instanceof SmsStoreException
                ? "the message store could not be asked: " + SafeText.message(cause)
                : "the input could not be read to its end (" + cause.getClass().getSimpleName() + ")";
        return new SmsNotSentException(what + "; nothing was sent, and the dry run can be repeated", List.of(), cause);
    }

    private ThreadPools pools() {
        return endpointAccount.accounts().pools();
    }
}
