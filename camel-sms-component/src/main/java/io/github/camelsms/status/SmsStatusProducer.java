package io.github.camelsms.status;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;

import io.github.camelsms.SmsConfiguration;
import io.github.camelsms.SmsConstants;
import io.github.camelsms.SmsQueryException;
import io.github.camelsms.SmsStatusQuery;
import io.github.camelsms.account.AccountUse;
import io.github.camelsms.account.EndpointAccount;
import io.github.camelsms.account.SmsAccount;
import io.github.camelsms.account.SystemClock;
import io.github.camelsms.body.FieldReader;
import io.github.camelsms.body.MessageRules;
import io.github.camelsms.client.StatusResponse;
import io.github.camelsms.engine.stored.Settlement;
import io.github.camelsms.model.SafeText;
import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.model.StatusQuery;
import io.github.camelsms.observe.SettlementLog;
import io.github.camelsms.observe.StatusLog;
import io.github.camelsms.options.SmsOptions;
import io.github.camelsms.ownership.OwnedAccount;
import io.github.camelsms.store.SmsStoreException;
import io.github.camelsms.text.NumberRules;
import org.jspecify.annotations.Nullable;

import org.apache.camel.AsyncCallback;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.support.DefaultAsyncProducer;

/**
 * Producer for status queries, which sets the found statuses as body. Queries run on the component's threads, a bounded
 * number at a time.
 */
public final class SmsStatusProducer extends DefaultAsyncProducer {

    private final SmsConfiguration options;
    private final EndpointAccount endpointAccount;
    private final ZoneId zone;
    private final NumberRules numbers;
    private final StatusLog log = new StatusLog(SystemClock::monotonicNanos);
    private @Nullable AccountUse use;

    public SmsStatusProducer(Endpoint endpoint, SmsConfiguration options, EndpointAccount endpointAccount) {
        super(endpoint);
        this.options = options;
        this.endpointAccount = endpointAccount;
        this.zone = SmsOptions.zone(options);
        this.numbers = SmsOptions.numbers(options);
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        try {
            StatusQuery query = options.getQuery() == SmsStatusQuery.byDate ? query(exchange.getMessage()) : null;
            List<SmsStatus> consumed = query == null ? ConsumedStatuses.earlier(exchange) : List.of();
            account().queries().submit(
                    () -> statuses(query, consumed), (statuses, failure) -> complete(exchange, callback, statuses, failure));
            return false;
        } catch (Throwable e) {
            exchange.setException(queryFailure(e));
            callback.done(true);
            return true;
        }
    }

    /** Converts the rejection of a query to an {@link SmsQueryException}. */
    private static Throwable queryFailure(Throwable failure) {
        return failure instanceof RejectedExecutionException rejected
                ? new SmsQueryException(SafeText.message(rejected), null, List.of(), null) : failure;
    }

    private void complete(
            Exchange exchange, AsyncCallback callback, @Nullable List<SmsStatus> statuses, @Nullable Throwable failure) {
        try {
            if (failure == null) {
                exchange.getMessage().setBody(statuses);
                ConsumedStatuses.forget(exchange);
            } else {
                exchange.setException(queryFailure(failure));
                if (failure instanceof SmsQueryException failed && options.getQuery() == SmsStatusQuery.notConsulted) {
                    ConsumedStatuses.failed(exchange, failed.statuses());
                }
            }
        } catch (Throwable e) {
            // Otherwise an error would leave an exchange that looks successful.
            exchange.setException(e);
        } finally {
            callback.done(false);
        }
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        if (!endpointAccount.isMocked()) {
            use = endpointAccount.join(AccountUse.Purpose.QUERYING);
        }
    }

    @Override
    protected void doStop() throws Exception {
        AccountUse currentUse = use;
        if (currentUse != null) {
            currentUse.close();
        }
        super.doStop();
    }

    /**
     * Reads a by-date query.
     *
     * @throws IllegalArgumentException if a header is missing or invalid; the message names the header and the remedy
     */
    private StatusQuery query(Message message) {
        Instant date = date(message);
        String destination = destination(message);
        return new StatusQuery(date, correlationId(message), destination);
    }

    private Instant date(Message message) {
        Object date = FieldReader.header(message, SmsConstants.DATE);
        if (date == null) {
            throw new IllegalArgumentException(
                    "a by-date query needs the header " + SmsConstants.DATE
                                               + ": an Instant, a Date, a LocalDate, ISO-8601 text or epoch seconds");
        }
        // To an implausible date the service could respond that it has no record, which looks like a fact.
        return FieldReader.queryDate(date, zone, "give the send date, as a number in seconds, not milliseconds");
    }

    private @Nullable String destination(Message message) {
        String given = FieldReader.headerText(message, SmsConstants.DESTINATION);
        if (given == null) {
            return null;
        }
        String number = numbers.ofSent(given);
        if (number == null) {
            throw new IllegalArgumentException(
                    "header " + SmsConstants.DESTINATION
                                               + " is not a phone number: give area code and number, 10 or 11 digits");
        }
        return number;
    }

    private static @Nullable String correlationId(Message message) {
        String id = FieldReader.headerText(message, SmsConstants.CORRELATION_ID);
        if (id != null && (id.isBlank() || id.length() > MessageRules.MAX_CORRELATION_ID_LENGTH)) {
            // The service would have no record of it, although it may have one of the message that was meant.
            throw new IllegalArgumentException(
                    "header " + SmsConstants.CORRELATION_ID + " has " + id.strip().length()
                                               + " characters: give 1 to 50, or remove it to query all messages of the date");
        }
        return id;
    }

    private List<SmsStatus> statuses(@Nullable StatusQuery query, List<SmsStatus> consumed) throws SmsQueryException {
        StatusResponse response = account().client().query(
                statuses -> query == null
                        ? statuses.readAllNotConsulted() : statuses.readByDate(query, options.isAcceptFullLastPage()));
        recordEvidence(response.readSoFar());
        if (response instanceof StatusResponse.Failed failed) {
            throw FailedQuery.exception(
                    account().label(), failed, ConsumedStatuses.joined(consumed, failed.readSoFar()));
        }
        return ConsumedStatuses.joined(consumed, ((StatusResponse.Statuses) response).statuses());
    }

    /** Records statuses in the message store, if there is one. The exchange gets them even if the store fails. */
    private void recordEvidence(List<SmsStatus> found) {
        OwnedAccount store = account().stored();
        if (store == null) {
            return;
        }
        try {
            int settled = Settlement.recordEvidence(store, new SettlementLog(store.name()), found);
            account().monitor().statuses().settled(settled);
            log.settled(account().label(), settled);
        } catch (SmsStoreException e) {
            log.notRecorded(account().label(), found.size(), SafeText.message(e));
        }
    }

    private SmsAccount account() {
        return endpointAccount.started(use, "producer").account();
    }
}
