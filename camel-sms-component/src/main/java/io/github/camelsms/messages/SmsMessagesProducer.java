package io.github.camelsms.messages;

import java.util.List;
import java.util.concurrent.Callable;

import io.github.camelsms.SmsConfiguration;
import io.github.camelsms.SmsConstants;
import io.github.camelsms.SmsOperation;
import io.github.camelsms.account.EndpointAccount;
import io.github.camelsms.account.SmsAccounts;
import io.github.camelsms.body.FieldReader;
import io.github.camelsms.engine.Pools;
import io.github.camelsms.options.SmsOptions;
import io.github.camelsms.store.SmsMessageFilter;
import org.jspecify.annotations.Nullable;

import org.apache.camel.AsyncCallback;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.support.DefaultAsyncProducer;

/**
 * Producer that finds and changes stored messages, and sets the result as body. The store is called on the component's
 * threads.
 */
public final class SmsMessagesProducer extends DefaultAsyncProducer {

    private final SmsOperation operation;
    private final SmsConfiguration options;
    private final EndpointAccount endpointAccount;
    private @Nullable StoredMessageOperations operations;

    public SmsMessagesProducer(Endpoint endpoint, SmsOperation operation, SmsConfiguration options,
                               EndpointAccount endpointAccount) {
        super(endpoint);
        this.operation = operation;
        this.options = options;
        this.endpointAccount = endpointAccount;
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        try {
            // Reads the exchange here, because a body may depend on the caller's thread.
            Callable<@Nullable Object> call = call(exchange.getMessage());
            accounts().pools().operations().execute(() -> run(call, exchange, callback));
            return false;
        } catch (Throwable e) {
            exchange.setException(e);
            callback.done(true);
            return true;
        }
    }

    private void run(Callable<@Nullable Object> call, Exchange exchange, AsyncCallback callback) {
        try {
            exchange.getMessage().setBody(call.call());
        } catch (Throwable e) {
            exchange.setException(e);
        }
        // On another thread, because a route that blocks must not hold up other operations.
        Pools.executeOrRun(accounts().pools().completions(), () -> callback.done(false));
    }

    private Callable<@Nullable Object> call(Message message) {
        StoredMessageOperations calls = endpointAccount.started(operations, "producer");
        return switch (operation) {
            case count -> calls::count;
            case purge -> calls::purge;
            case erase -> {
                String number = FieldReader.headerText(message, SmsConstants.DESTINATION);
                yield () -> calls.erase(number);
            }
            case find -> {
                SmsMessageFilter filter = OutcomeQuery.of(message, SmsOptions.zone(options));
                if (filter != null) {
                    yield () -> calls.find(filter);
                }
                MessageIds ids = MessageIds.of(message, operation);
                yield () -> ids.isMany() ? calls.find(ids.ids()) : calls.find(ids.ids().get(0));
            }
            case resend, cancel, settle -> {
                List<String> ids = MessageIds.of(message, operation).ids();
                String outcome = FieldReader.headerText(message, SmsConstants.OUTCOME);
                String reason = FieldReader.headerText(message, SmsConstants.REASON);
                yield () -> switch (operation) {
                    case cancel -> calls.cancel(ids, reason);
                    case settle -> calls.settle(ids, outcome, reason);
                    default -> calls.resend(ids);
                };
            }
            case add, remove, importAll -> throw new IllegalStateException("operation=" + operation + " changes no messages");
        };
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        operations = new StoredMessageOperations(endpointAccount, SmsOptions.numbers(options));
    }

    private SmsAccounts accounts() {
        return endpointAccount.accounts();
    }
}
