package io.github.camelsms.simulator;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.common.NetworkAddressRules;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * A stand-in for the SMS service, with a state: it takes messages, lets them progress to a final status, and answers
 * for them over HTTP as the service's interface says.
 *
 * <p>
 * Safe for use by many threads. Messages, faults and counters outlive {@link #stop()}; {@link #reset()} forgets them.
 */
public final class SmsSimulator implements AutoCloseable {

    /** Nothing is forwarded to anybody. */
    private static final NetworkAddressRules NO_ADDRESS = new NetworkAddressRules() {
        @Override
        public boolean isAllowed(String host) {
            return false;
        }

        @Override
        public boolean isAllowedAll() {
            return false;
        }
    };

    private final SimulatorSettings settings;
    private final SmsService service;
    private @Nullable WireMockServer server;
    private int port;
    private @Nullable Integer httpsPort;

    SmsSimulator(SimulatorSettings settings) {
        this.settings = settings;
        this.service = new SmsService(settings);
        this.port = settings.server().port();
        this.httpsPort = settings.server().httpsPort();
    }

    /** A builder with every setting at its default. */
    public static SmsSimulatorBuilder builder() {
        return new SmsSimulatorBuilder();
    }

    /**
     * Starts to listen; does nothing if it listens already. After {@link #stop()} it listens on the same port again.
     * Logs a warning if other machines can reach it.
     *
     * @throws IllegalStateException if the port is taken or the host is not an address of this machine
     */
    public SmsSimulator start() {
        return start(warning -> System.getLogger(SmsSimulator.class.getName()).log(System.Logger.Level.WARNING, warning));
    }

    synchronized SmsSimulator start(Consumer<String> warn) {
        if (server != null) {
            return this;
        }
        ListenAddress address = ListenAddress.of(settings.server().host());
        WireMockServer starting = new WireMockServer(configuration(address));
        try {
            starting.start();
        } catch (RuntimeException e) {
            stopQuietly(starting);
            throw new IllegalStateException("port " + port + " cannot be opened: is another program listening on it?", e);
        }
        starting.stubFor(
                WireMock.any(WireMock.anyUrl()).willReturn(WireMock.aResponse().withTransformers(SmsServiceTransformer.NAME)));
        port = starting.port();
        httpsPort = httpsPort == null ? null : Integer.valueOf(starting.httpsPort());
        server = starting;
        if (!address.isLoopback()) {
            warn.accept("The SMS simulator listens on " + address.host() + ", which other machines can reach. Its admin API"
                        + " (/__admin/sms) asks for no password. Listen on 127.0.0.1 unless they must reach it.");
        }
        return this;
    }

    /** Stops to listen, so that connections are refused; does nothing if it does not listen. */
    public synchronized void stop() {
        if (server != null) {
            server.stop();
            server = null;
        }
    }

    /** The same as {@link #stop()}. */
    @Override
    public void close() {
        stop();
    }

    /** Whether it listens. */
    public synchronized boolean isRunning() {
        return server != null;
    }

    /** The port it listens on, or last listened on. */
    public synchronized int port() {
        return port;
    }

    /** The service base address, like {@code http://localhost:8089}. */
    public String baseUrl() {
        return "http://" + hostInUrl() + ":" + port() + settings.server().basePath();
    }

    /**
     * The service base address over HTTPS, with a certificate that WireMock signed itself.
     *
     * @throws IllegalStateException unless built with {@link SmsSimulatorBuilder#https(boolean)}
     */
    public synchronized String httpsBaseUrl() {
        if (httpsPort == null) {
            throw new IllegalStateException("the simulator was built without https(true)");
        }
        return "https://" + hostInUrl() + ":" + httpsPort + settings.server().basePath();
    }

    /** Whether it was built to listen for HTTPS too. */
    public boolean hasHttps() {
        return settings.server().httpsPort() != null;
    }

    /** The user name that it asks for. */
    public String username() {
        return settings.server().username();
    }

    /** The password that it asks for. */
    public String password() {
        return settings.server().password();
    }

    /** Each fault strikes one send request, in the order given, after those that wait already. */
    public void failNext(Fault... faults) {
        failNext(Operation.SEND, faults);
    }

    /** Each fault strikes one request of the operation, in the order given, after those that wait already. */
    public void failNext(Operation operation, Fault... faults) {
        for (Fault fault : faults) {
            service.faults().enqueue(operation, fault);
        }
    }

    /** The fault strikes each send request with the given probability, 0 to 1, unless a queued fault does. */
    public void failRandomly(double probability, Fault fault) {
        failRandomly(Operation.SEND, probability, fault);
    }

    /** The fault strikes each request of the operation with the given probability, 0 to 1. */
    public void failRandomly(Operation operation, double probability, Fault fault) {
        service.faults().addRandom(operation, fault, probability);
    }

    /** Takes back every fault, queued or random. */
    public void clearFaults() {
        service.faults().clear();
    }

    /** Faults that still wait for a request. */
    public int queuedFaults() {
        return service.faults().queued();
    }

    /** What it has seen since its start or last reset. */
    public SimulatorStatistics statistics() {
        return service.counters().snapshot();
    }

    /** The accepted messages in order of acceptance, with their status now. */
    public List<SimulatedMessage> messages() {
        return service.store().snapshot(0, Integer.MAX_VALUE);
    }

    /** The message that was first accepted with that correlation id. */
    public Optional<SimulatedMessage> message(String correlationId) {
        return Optional.ofNullable(service.store().find(correlationId));
    }

    /** Forgets messages, faults and counters, as if it were new; it goes on listening. */
    public void reset() {
        service.reset();
    }

    /** Whether and where it listens; never the password. */
    @Override
    public String toString() {
        return "SmsSimulator[" + baseUrl() + (isRunning() ? "]" : ", stopped]");
    }

    private String hostInUrl() {
        return ListenAddress.nameInUrl(settings.server().host());
    }

    String describeRate() {
        double rate = settings.rateLimit().requestsPerSecond();
        return rate <= 0 ? "no rate limit" : rate + " send requests per second";
    }

    /** Ends a server that could not start; that it complains again adds nothing. */
    private static void stopQuietly(WireMockServer server) {
        try {
            server.stop();
        } catch (Exception e) {
            // The reason why it could not start is about to be thrown.
        }
    }

    WireMockConfiguration configuration(ListenAddress address) {
        WireMockConfiguration configuration = WireMockConfiguration.options()
                .bindAddress(address.number())
                .port(port)
                .httpServerFactory(GuardedHttpServer::new)
                .fileSource(new NoFiles())
                .limitProxyTargets(NO_ADDRESS)
                .proxyPassThrough(false)
                .containerThreads(settings.server().threads())
                .jettyAcceptQueueSize(settings.server().threads())
                .jettyStopTimeout(Duration.ofMillis(200).toMillis())
                .disableRequestJournal()
                .stubRequestLoggingDisabled(true)
                // A logged body would be read twice, and a stalling one must be read once.
                .maxLoggedResponseSize(0)
                .gzipDisabled(!settings.server().gzip())
                .templatingEnabled(false)
                .extensionScanningEnabled(false)
                .extensions(new SmsServiceTransformer(service, settings), new SmsSimulatorAdminApi(service),
                        new AdminAccess(address.isLoopback()));
        return httpsPort == null ? configuration : configuration.httpsPort(httpsPort);
    }
}
