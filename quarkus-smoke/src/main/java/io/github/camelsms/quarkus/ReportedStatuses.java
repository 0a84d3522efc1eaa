package io.github.camelsms.quarkus;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.camelsms.model.SmsStatus;
import jakarta.enterprise.context.ApplicationScoped;

import org.apache.camel.Exchange;
import org.apache.camel.InvalidPayloadException;

/**
 * Statuses polled since the start. Thread-safe.
 */
@ApplicationScoped
public class ReportedStatuses {

    private final List<SmsStatus> statuses = new CopyOnWriteArrayList<>();

    void add(Exchange exchange) throws InvalidPayloadException {
        statuses.add(exchange.getMessage().getMandatoryBody(SmsStatus.class));
    }

    List<SmsStatus> all() {
        return List.copyOf(statuses);
    }
}
