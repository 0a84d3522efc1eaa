package io.github.camelsms.messages;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

import io.github.camelsms.SmsConfiguration;
import io.github.camelsms.SmsConstants;
import io.github.camelsms.SmsMessagesOperation;
import io.github.camelsms.account.EndpointAccount;
import io.github.camelsms.account.SmsAccounts;
import io.github.camelsms.body.FieldReader;
import io.github.camelsms.engine.Pools;
import io.github.camelsms.options.SmsOptions;
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

    private final @Nullable SmsMessagesOperation given;
    private final SmsConfiguration options;
    private final EndpointAccount endpointAccount;
    private @Nullable StoredMessageOperations operations;
    private @Nullable SmsMessagesOperation operation;

    /**
     * @param given the endpoint's operation; the producer does not start without one
     */
    public SmsMessagesProducer(Endpoint endpoint, @Nullable SmsMessagesOperation given, SmsConfiguration options,
                               EndpointAccount endpointAccount) {
        super(endpoint);
        this.given = given;
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
        SmsMessagesOperation selected = endpointAccount.started(operation, "producer");
        return switch (selected) {
            case count -> calls::count;
            case purge -> calls::purge;
            case erase -> {
                String number = FieldReader.headerText(message, SmsConstants.DESTINATION);
                yield () -> calls.erase(number);
            }
            case find -> {
                MessageIds ids = MessageIds.of(message, selected);
                yield () -> ids.isMany() ? calls.find(ids.ids()) : calls.find(ids.ids().get(0));
            }
            case resend, cancel, settle -> {
                List<String> ids = MessageIds.of(message, selected).ids();
                String outcome = FieldReader.headerText(message, SmsConstants.OUTCOME);
                String reason = FieldReader.headerText(message, SmsConstants.REASON);
                yield () -> switch (selected) {
                    case cancel -> calls.cancel(ids, reason);
                    case settle -> calls.settle(ids, outcome, reason);
                    default -> calls.resend(ids);
                };
            }
        };
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        operations = new StoredMessageOperations(endpointAccount, SmsOptions.numbers(options));
        SmsMessagesOperation selected = given;
        if (selected == null) {
            throw new IllegalArgumentException(
                    "sms:messages requires the option operation: add ?operation= with one of "
                                               + Arrays.stream(SmsMessagesOperation.values()).map(Enum::name)
                                                       .collect(Collectors.joining(", ")));
        }
        operation = selected;
    }

    private SmsAccounts accounts() {
        return endpointAccount.accounts();
    }
}
