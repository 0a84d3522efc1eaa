package io.github.camelsms.simulator.http;

import java.time.Duration;
import java.util.function.Consumer;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.common.NetworkAddressRules;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import io.github.camelsms.simulator.admin.AdminApi;
import io.github.camelsms.simulator.admin.AdminRequestFilter;
import io.github.camelsms.simulator.service.SmsService;
import io.github.camelsms.simulator.settings.SimulatorSettings;
import org.jspecify.annotations.Nullable;

/** The HTTP server of a simulator. Thread-safe. */
public final class SimulatorServer {

    /** Prevents WireMock from forwarding requests. */
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

    private final SmsService service;
    private final SimulatorSettings settings;
    private @Nullable WireMockServer server;
    private int port;
    private @Nullable Integer httpsPort;

    public SimulatorServer(SmsService service, SimulatorSettings settings) {
        this.service = service;
        this.settings = settings;
        this.port = settings.server().port();
        this.httpsPort = settings.server().httpsPort();
    }

    /**
     * Starts listening, on the previous port after {@link #stop()}; does nothing if it is running.
     *
     * @param  warn                  receives a warning if other machines can reach the server
     * @throws IllegalStateException if the port is in use or the host is not an address of this machine
     */
    public synchronized void start(Consumer<String> warn) {
        if (server != null) {
            return;
        }
        ListenAddress address = ListenAddress.of(settings.server().host());
        WireMockConfiguration configuration = configuration(settings.server(), address).port(port).extensions(
                new SmsServiceTransformer(service, settings), new AdminApi(service),
                new AdminRequestFilter(address.isLoopback()));
        WireMockServer starting = new WireMockServer(httpsPort == null ? configuration : configuration.httpsPort(httpsPort));
        // Added before the start, because WireMock responds with 404 to a request without a stub.
        starting.stubFor(
                WireMock.any(WireMock.anyUrl()).willReturn(WireMock.aResponse().withTransformers(SmsServiceTransformer.NAME)));
        try {
            starting.start();
        } catch (RuntimeException e) {
            stopQuietly(starting);
            throw new IllegalStateException("port " + port + " cannot be opened: is another program listening on it?", e);
        }
        port = starting.port();
        httpsPort = httpsPort == null ? null : Integer.valueOf(starting.httpsPort());
        server = starting;
        if (!address.isLoopback()) {
            warn.accept("The SMS simulator listens on " + address.host() + ", which other machines can reach. Its admin API"
                        + " (/__admin/sms) requires no password. Listen on 127.0.0.1 unless other machines need access.");
        }
    }

    /** Stops listening; does nothing if it is not running. */
    public synchronized void stop() {
        if (server != null) {
            server.stop();
            server = null;
        }
    }

    /** Returns whether it listens. */
    public synchronized boolean isRunning() {
        return server != null;
    }

    /** Returns the port that it listens on, or listened on before {@link #stop()}. */
    public synchronized int port() {
        return port;
    }

    /** Returns the service base address. */
    public String baseUrl() {
        return baseUrl("http", port());
    }

    /**
     * Returns the service base address over HTTPS.
     *
     * @throws IllegalStateException if the settings have no HTTPS port
     */
    public synchronized String httpsBaseUrl() {
        if (httpsPort == null) {
            throw new IllegalStateException("the simulator does not listen for HTTPS: build it with https(true)");
        }
        return baseUrl("https", httpsPort);
    }

    static WireMockConfiguration configuration(SimulatorSettings.Server settings, ListenAddress address) {
        return WireMockConfiguration.options()
                .bindAddress(address.number())
                .httpServerFactory(GuardedHttpServer::new)
                .fileSource(new NoFiles())
                .limitProxyTargets(NO_ADDRESS)
                .proxyPassThrough(false)
                .containerThreads(settings.threads())
                .jettyAcceptQueueSize(settings.threads())
                .jettyStopTimeout(Duration.ofMillis(200).toMillis())
                .disableRequestJournal()
                .stubRequestLoggingDisabled(true)
                // Logging would read the body a second time, but a stalling body can be read only once.
                .maxLoggedResponseSize(0)
                .gzipDisabled(!settings.gzip())
                .templatingEnabled(false)
                .extensionScanningEnabled(false);
    }

    private String baseUrl(String scheme, int listeningPort) {
        return scheme + "://" + ListenAddress.nameInUrl(settings.server().host()) + ":" + listeningPort
               + settings.server().basePath();
    }

    /** Stops a server that could not start; the caller reports the first error. */
    private static void stopQuietly(WireMockServer server) {
        try {
            server.stop();
        } catch (Exception e) {
            // The caller throws the exception of the start.
        }
    }
}
