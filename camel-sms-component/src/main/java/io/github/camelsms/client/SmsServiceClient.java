package io.github.camelsms.client;

import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;

import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsMessage;

import org.apache.camel.CamelContext;
import org.apache.camel.support.service.ServiceHelper;
import org.apache.camel.support.service.ServiceSupport;

/**
 * Client of the SMS service with one method per operation (interface, "Endpoints").
 * <p>
 * The methods block until the response is complete or the deadline has passed. They return errors of the network and of
 * the service as results and do not throw them. Start the client before use. Thread-safe; all threads share one
 * connection pool.
 */
public final class SmsServiceClient extends ServiceSupport {

    private final HttpTransport transport;
    private final StatusPages statusPages;

    /**
     * @param context   resolves the TLS parameters
     * @param deadlines cancels calls at their deadline; not shut down by the client
     * @param pause     waits before a throttled query is retried
     * @param nanos     a monotonic clock, in nanoseconds; limits queries of many pages
     */
    public SmsServiceClient(CamelContext context, SmsServiceSettings settings, ScheduledExecutorService deadlines,
                            Pause pause, LongSupplier nanos) {
        this.transport = new HttpTransport(context, settings, deadlines);
        this.statusPages = new StatusPages(transport, pause, nanos);
    }

    /**
     * Posts a batch to <code>/v1/send</code> with at most one request on the wire.
     *
     * @param batch      1 to 200 valid messages whose correlation ids are unique or null
     * @param httpStatus receives the HTTP status of the response, if there is one
     * @param mayLeave   called when the connection is established, immediately before the first byte is sent; false
     *                   withholds the request
     */
    public SendResponse send(List<SmsMessage> batch, IntConsumer httpStatus, BooleanSupplier mayLeave) {
        HttpReply reply = transport.postSend(SendRequestWriter.write(batch), mayLeave);
        if (reply instanceof HttpReply.Received response) {
            httpStatus.accept(response.status());
            return SendResponseReader.read(batch, response);
        }
        if (reply instanceof HttpReply.Lost lost) {
            Integer status = lost.status();
            if (status != null) {
                httpStatus.accept(status);
            }
            return new SendResponse.Unknown(lost.status(), lost.reason());
        }
        if (reply instanceof HttpReply.Withheld) {
            return new SendResponse.Withheld("the account's lease ended before the request left");
        }
        return new SendResponse.NotConnected(((HttpReply.NotConnected) reply).reason());
    }

    /**
     * Reads one block of the statuses not yet consulted. The service returns each status only once, so a request is
     * retried only if it was throttled (429).
     */
    public StatusResponse readNotConsulted() {
        return statusPages.readNotConsulted();
    }

    /**
     * Fetches one block of the statuses not yet consulted with one request, so that its body can be stored before
     * {@link #readNotConsulted(HttpReply)} parses it.
     */
    public HttpReply fetchNotConsulted() {
        return statusPages.fetchNotConsulted();
    }

    /** Parses the reply to a request for one block. */
    public static StatusResponse readNotConsulted(HttpReply reply) {
        return StatusPages.readNotConsulted(reply);
    }

    /**
     * Reads the statuses not yet consulted until a block is not full. Stops after 1,000 blocks, 100,000 statuses, 32
     * MiB of responses or 30 minutes, and leaves the rest with the service.
     *
     * @return {@link StatusResponse.Statuses#fullBlock()} is true if the service may have more
     */
    public StatusResponse readAllNotConsulted() {
        return statusPages.readAllNotConsulted();
    }

    /**
     * Reads the statuses by send date and follows the service's links to the last page. The result is
     * {@link StatusResponse.Kind#INCOMPLETE} if there are further pages after 1,000 pages, 100,000 statuses, 32 MiB of
     * responses or 30 minutes.
     *
     * @param acceptFullLastPage whether a full page without a recognized link to another one is the last one; otherwise
     *                           the query is {@link StatusResponse.Kind#INCOMPLETE}
     */
    public StatusResponse readByDate(StatusQuery query, boolean acceptFullLastPage) {
        return statusPages.readByDate(query, acceptFullLastPage);
    }

    /**
     * Looks up one message by send date, with exactly one request: a throttled one is not retried, and links to further
     * pages are not followed.
     *
     * @param query with the correlation id of the message
     */
    public StatusLookUp lookUp(StatusQuery query) {
        return statusPages.lookUp(query);
    }

    @Override
    protected void doStart() {
        ServiceHelper.startService(transport);
    }

    @Override
    protected void doStop() {
        ServiceHelper.stopService(transport);
    }
}
