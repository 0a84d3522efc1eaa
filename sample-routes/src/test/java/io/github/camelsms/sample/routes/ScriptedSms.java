package io.github.camelsms.sample.routes;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.model.SmsStatus;

import org.apache.camel.AsyncCallback;
import org.apache.camel.Consumer;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.support.DefaultAsyncProducer;
import org.apache.camel.support.DefaultComponent;
import org.apache.camel.support.DefaultConsumer;
import org.apache.camel.support.DefaultEndpoint;

/**
 * Plays the component <code>sms</code> by a script, answering on threads of its own as the real one does.
 */
class ScriptedSms extends DefaultComponent {

    /** What becomes of one list of messages; may throw. */
    interface Script {
        List<SmsSendResult> send(List<SmsMessage> messages) throws Exception;
    }

    /** What happens before the service answers; may block. */
    interface Step {
        void run() throws Exception;
    }

    final List<List<SmsMessage>> batches = new CopyOnWriteArrayList<>();
    volatile Script script = each(message -> SmsSendResult.accepted(5, "id-" + message.correlationId(),
            message.correlationId()));
    volatile List<SmsStatus> byDate = List.of();
    volatile Step whenAskedByDate = () -> {
    };
    volatile Processor statusRoute = exchange -> {
    };
    private final ExecutorService threads = Executors.newFixedThreadPool(2);

    static Script each(Function<SmsMessage, SmsSendResult> one) {
        return messages -> messages.stream().map(one).toList();
    }

    List<String> sentIds() {
        return batches.stream().flatMap(List::stream).map(SmsMessage::correlationId).toList();
    }

    void emit(SmsStatus status) throws Exception {
        Exchange exchange = getCamelContext().getEndpoint("sms:status").createExchange();
        exchange.getIn().setBody(status);
        statusRoute.process(exchange);
        if (exchange.getException() != null) {
            throw exchange.getException();
        }
    }

    /** Ends requests that have no answer yet, which fail. */
    void interrupt() {
        threads.shutdownNow();
    }

    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) {
        parameters.clear();
        return new ScriptedEndpoint(uri, remaining);
    }

    @Override
    protected void doShutdown() {
        interrupt();
    }

    private void answer(Exchange exchange, String operation) {
        try {
            if (operation.equals("send")) {
                @SuppressWarnings("unchecked")
                List<SmsMessage> messages = exchange.getIn().getBody(List.class);
                batches.add(messages);
                exchange.getMessage().setBody(script.send(messages));
            } else {
                whenAskedByDate.run();
                exchange.getMessage().setBody(byDate);
            }
        } catch (Exception e) {
            exchange.setException(e);
        }
    }

    private class ScriptedEndpoint extends DefaultEndpoint {

        private final String operation;

        ScriptedEndpoint(String uri, String operation) {
            super(uri, ScriptedSms.this);
            this.operation = operation;
        }

        @Override
        public Producer createProducer() {
            return new DefaultAsyncProducer(this) {
                @Override
                public boolean process(Exchange exchange, AsyncCallback callback) {
                    threads.execute(() -> {
                        answer(exchange, operation);
                        callback.done(false);
                    });
                    return false;
                }
            };
        }

        @Override
        public Consumer createConsumer(Processor processor) {
            statusRoute = processor;
            return new DefaultConsumer(this, processor);
        }
    }
}
