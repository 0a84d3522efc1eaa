package io.github.camelsms.account;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

import io.github.camelsms.client.SmsServiceClient;
import io.github.camelsms.client.SmsServiceSettings;
import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.observe.RequestTracing;
import org.junit.jupiter.api.Test;

import org.apache.camel.impl.DefaultCamelContext;

import static org.assertj.core.api.Assertions.assertThat;

class AccountSenderTest {

    private static final URI ADDRESS = URI.create("https://localhost:1");

    private final ScheduledExecutorService alarms = Executors.newSingleThreadScheduledExecutor();
    private final List<Duration> asked = new ArrayList<>();
    private final List<SendResponse> responses = new ArrayList<>();

    /** With the earlier one, a request could outlast the lease. */
    @Test
    void send_requestTimeoutChanged_asksWithTheTimeoutOfTheRequest() {
        AccountClient client = new AccountClient(
                settings -> new SmsServiceClient(new DefaultCamelContext(), settings, alarms, pause -> {
                }, () -> 0));
        client.use(settings(Duration.ofSeconds(2)));
        AccountSender sender = new AccountSender(
                "account", ADDRESS, client, Runnable::run, RequestTracing.NONE, timeout -> !asked.add(timeout));
        client.use(settings(Duration.ofSeconds(30)));

        sender.send(List.of(new SmsMessage("hello", "11987654321", "m1", null)), Set::of, responses::add);

        assertThat(responses).singleElement().isInstanceOf(SendResponse.Withheld.class);
        assertThat(asked).containsExactly(Duration.ofSeconds(30));
        client.close();
        alarms.shutdownNow();
    }

    private static SmsServiceSettings settings(Duration requestTimeout) {
        return new SmsServiceSettings(ADDRESS, "demo", "secret-1", requestTimeout, null);
    }
}
