package io.github.camelsms.consume;

import java.util.ArrayList;
import java.util.List;

import org.apache.camel.Exchange;
import org.apache.camel.spi.ExceptionHandler;

/**
 * An exception handler that records its calls.
 */
public class RecordedFailures implements ExceptionHandler {

    final List<String> messages = new ArrayList<>();
    final List<Exchange> exchanges = new ArrayList<>();
    public final List<Throwable> causes = new ArrayList<>();

    @Override
    public void handleException(Throwable failure) {
        causes.add(failure);
    }

    @Override
    public void handleException(String message, Throwable failure) {
        causes.add(failure);
    }

    @Override
    public void handleException(String message, Exchange exchange, Throwable failure) {
        messages.add(message);
        exchanges.add(exchange);
        causes.add(failure);
    }
}
