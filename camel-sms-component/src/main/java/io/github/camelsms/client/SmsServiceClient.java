package io.github.camelsms.client;

import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;

import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsMessage;

import org.apache.camel.CamelContext;
import org.apache.camel.support.service.ServiceHelper;
import org.apache.camel.support.service.ServiceSupport;

/**
 * The SMS service's operations, one method each (interface, "Endpoints").
 * <p>
 * The methods block until the response is whole or the deadline has passed, and never throw for anything that the
 * network or the service does: what happened is in the response. Safe for use by several threads, which share one pool
 * of connections. Start it before use.
 */
public final class SmsServiceClient extends ServiceSupport {

    private final HttpTransport transport;
    private final StatusPages statusPages;

    /**
     * @param context   where TLS parameters and type converters come from
     * @param deadlines ends calls whose time is up; not shut down here
     * @param pause     waits before a query that was refused for its rate is asked again
     * @param nanos     a time that never decreases, in nanoseconds, which bounds queries of many pages
     */
    public SmsServiceClient(CamelContext context, SmsServiceSettings settings, ScheduledExecutorService deadlines,
                            Pause pause, LongSupplier nanos) {
        this.transport = new HttpTransport(context, settings, deadlines);
        this.statusPages = new StatusPages(transport, pause, nanos);
    }

    /**
     * Posts a batch to <code>/v1/send</code>: one request on the wire at most.
     *
     * @param batch 1 to 200 valid messages whose correlation ids are unique or null
     */
    public SendResponse send(List<SmsMessage> batch) {
        return send(batch, status -> {
        });
    }

    /**
     * The same.
     *
     * @param httpStatus is told the HTTP status of the response, if one came
     */
    public SendResponse send(List<SmsMessage> batch, IntConsumer httpStatus) {
        HttpReply reply = transport.postSend(SendRequestWriter.write(batch));
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
        return new SendResponse.NotConnected(((HttpReply.NotConnected) reply).reason());
    }

    /**
     * Reads one block of the statuses not yet consulted. The service gives each status once: what it answers is
     * consumed, so the request is not repeated unless the service refused it for its rate (429).
     */
    public StatusResponse readNotConsulted() {
        return statusPages.readNotConsulted();
    }

    /**
     * Reads the statuses not yet consulted, block by block, until one is not full. After 1,000 blocks, 100,000
     * statuses, 32 MiB of responses or 30 minutes the rest stays with the service.
     *
     * @return {@link StatusResponse.Statuses#fullBlock()} tells whether there may be a rest
     */
    public StatusResponse readAllNotConsulted() {
        return statusPages.readAllNotConsulted();
    }

    /**
     * Reads the statuses by send date, following the service's links to the last page. The query is
     * {@link StatusResponse.Kind#INCOMPLETE} if there is more after 1,000 pages, 100,000 statuses, 32 MiB of responses
     * or 30 minutes.
     *
     * @param acceptFullLastPage whether a full page without a recognized link to another one is the last one; otherwise
     *                           the query is {@link StatusResponse.Kind#INCOMPLETE}
     */
    public StatusResponse readByDate(StatusQuery query, boolean acceptFullLastPage) {
        return statusPages.readByDate(query, acceptFullLastPage);
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
