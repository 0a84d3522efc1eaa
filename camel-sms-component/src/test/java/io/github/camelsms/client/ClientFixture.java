package io.github.camelsms.client;

import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

import io.github.camelsms.model.SendResponse;
import io.github.camelsms.model.SmsMessage;
import org.apache.hc.client5.http.DnsResolver;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

import org.apache.camel.CamelContext;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.jsse.SSLContextParameters;

/**
 * Clients for a test, with a Camel context and a record of their backoffs. All end with the test.
 */
final class ClientFixture implements AfterEachCallback {

    static final Duration LONG = Duration.ofSeconds(30);
    static final Duration SHORT = Duration.ofMillis(400);

    private static final String USER = "joão";
    private static final String PASSWORD = "p:ß";

    private final CamelContext context = new DefaultCamelContext();
    private final ScheduledExecutorService deadlines = Executors.newScheduledThreadPool(1);
    private final List<SmsServiceClient> clients = new ArrayList<>();
    private final List<Duration> sleeps = new ArrayList<>();
    /** The clock that limits queries of many pages. */
    final AtomicLong nanos = new AtomicLong();

    SmsServiceClient client(URI baseUrl, Duration requestTimeout) {
        return client(baseUrl, requestTimeout, sleeps::add);
    }

    SmsServiceClient client(URI baseUrl, Duration requestTimeout, Sleeper sleeper) {
        return start(new SmsServiceClient(
                context, settings(baseUrl, requestTimeout, null), deadlines, sleeper, nanos::get, InstantSource.system()));
    }

    SmsServiceClient client(URI baseUrl, Duration requestTimeout, @Nullable SSLContextParameters tls) {
        return start(new SmsServiceClient(
                context, settings(baseUrl, requestTimeout, tls), deadlines, sleeps::add, nanos::get, InstantSource.system()));
    }

    SmsServiceClient client(URI baseUrl, Duration requestTimeout, ConnectionSettings connection) {
        SmsServiceSettings settings = new SmsServiceSettings(
                baseUrl, USER, PASSWORD, requestTimeout, TestCertificate.LOCALHOST.trust(), connection);
        return start(new SmsServiceClient(
                context, settings, deadlines, sleeps::add, nanos::get, InstantSource.system()));
    }

    SmsServiceClient client(
            URI baseUrl, Duration requestTimeout, ConnectionSettings connection, DnsResolver names) {
        SmsServiceSettings settings = new SmsServiceSettings(baseUrl, USER, PASSWORD, requestTimeout, null, connection);
        return start(new SmsServiceClient(
                context, settings, deadlines, sleeps::add, nanos::get, InstantSource.system(), names));
    }

    static SmsServiceSettings settings(URI baseUrl, Duration requestTimeout, @Nullable SSLContextParameters tls) {
        return new SmsServiceSettings(baseUrl, USER, PASSWORD, requestTimeout, tls);
    }

    private SmsServiceClient start(SmsServiceClient client) {
        context.start();
        client.start();
        clients.add(client);
        return client;
    }

    static ConnectionSettings connectWithin(Duration connectTimeout) {
        return new ConnectionSettings(connectTimeout, null, false, null);
    }

    CamelContext context() {
        return context;
    }

    List<Duration> sleeps() {
        return sleeps;
    }

    /** Sends a batch with these correlation ids. */
    static SendResponse send(SmsServiceClient client, String... correlationIds) {
        return client.send(batch(correlationIds), status -> {
        }, () -> true);
    }

    static List<SmsMessage> batch(String... correlationIds) {
        return IntStream.range(0, correlationIds.length)
                .mapToObj(i -> new SmsMessage("Olá " + i, "1198765432" + i, correlationIds[i], null))
                .toList();
    }

    @Override
    public void afterEach(ExtensionContext test) {
        clients.forEach(SmsServiceClient::stop);
        context.stop();
        deadlines.shutdownNow();
    }
}
