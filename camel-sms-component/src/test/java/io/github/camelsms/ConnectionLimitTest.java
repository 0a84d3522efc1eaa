package io.github.camelsms;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import io.github.camelsms.account.StatusQueries;
import io.github.camelsms.model.SmsOutcome;
import org.junit.jupiter.api.Test;

import org.apache.camel.Exchange;

import static org.assertj.core.api.Assertions.assertThat;

class ConnectionLimitTest extends AccountFixture {

    @Override
    void configure(SmsConfiguration options) {
        options.setUsername("demo");
        options.setBatchSize(1);
        options.setMaxRequestsInFlight(SmsOptions.MAX_IN_FLIGHT);
        options.setRequestTimeout(Duration.ofMinutes(5).toMillis());
    }

    /** A request that waits for a connection would depart later than its pace allows. */
    @Test
    void send_allQueriesAndRequestsInFlight_haveConnections() throws Exception {
        addRoute("send", "sms:send");
        addRoute("query", "sms:status?query=byDate");
        assertThat(outcome(send("send"))).isEqualTo(SmsOutcome.ACCEPTED);
        service.holdResponses();
        List<CompletableFuture<Exchange>> queries
                = IntStream.range(0, StatusQueries.MAX_RUNNING).mapToObj(i -> query()).toList();
        await().until(() -> service.heldResponses() == StatusQueries.MAX_RUNNING);
        List<CompletableFuture<Exchange>> sending
                = IntStream.range(0, SmsOptions.MAX_IN_FLIGHT).mapToObj(i -> send("send")).toList();
        await().until(() -> service.heldResponses() == StatusQueries.MAX_RUNNING + SmsOptions.MAX_IN_FLIGHT);
        service.releaseResponses();
        assertThat(sending).allSatisfy(each -> assertThat(outcome(each)).isEqualTo(SmsOutcome.ACCEPTED));
        assertThat(queries).allSatisfy(each -> assertThat(each.join().getException()).isNull());
    }

    private CompletableFuture<Exchange> query() {
        return context.createProducerTemplate().asyncSend(
                "direct:query", exchange -> exchange.getMessage().setHeader(SmsConstants.DATE, 1_790_000_000));
    }
}
