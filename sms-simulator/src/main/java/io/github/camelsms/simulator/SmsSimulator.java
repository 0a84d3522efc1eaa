package io.github.camelsms.simulator;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

import io.github.camelsms.simulator.http.SimulatorServer;
import io.github.camelsms.simulator.service.SmsService;
import io.github.camelsms.simulator.settings.SimulatorSettings;

/**
 * A stateful simulator of the SMS service: it accepts messages over HTTP, moves each to a final status, and reports the
 * statuses as the interface of the service describes.
 *
 * <p>
 * Thread-safe. Messages, faults and counters survive {@link #stop()}; {@link #reset()} removes them.
 */
public final class SmsSimulator implements AutoCloseable {

    /**
     * Regular expression of valid numbers, 11900000000 to 11900009999, that demonstrations and tests let the simulator
     * reject with {@link SmsSimulatorBuilder#rejectedDestinations}. By default, it accepts them.
     */
    public static final String REJECTED_SAMPLE_NUMBERS = "1190000\\d{4}";

    private final SimulatorSettings settings;
    private final SmsService service;
    private final SimulatorServer server;

    SmsSimulator(SimulatorSettings settings) {
        this.settings = settings;
        this.service = new SmsService(settings);
        this.server = new SimulatorServer(service, settings);
    }

    /** Creates a builder with default settings. */
    public static SmsSimulatorBuilder builder() {
        return new SmsSimulatorBuilder();
    }

    /**
     * Starts listening; does nothing if it is running. After {@link #stop()} it listens on the same port again. Logs a
     * warning if other machines can reach it.
     *
     * @throws IllegalStateException if the port is in use or the host is not an address of this machine
     */
    public SmsSimulator start() {
        return start(warning -> System.getLogger(SmsSimulator.class.getName()).log(System.Logger.Level.WARNING, warning));
    }

    /**
     * Starts like {@link #start()}, but passes the warning to {@code warn} instead of logging it.
     *
     * @throws IllegalStateException if the port is in use or the host is not an address of this machine
     */
    public SmsSimulator start(Consumer<String> warn) {
        server.start(warn);
        return this;
    }

    /** Stops listening, so that connections are refused; does nothing if it is not running. */
    public void stop() {
        server.stop();
    }

    /** Calls {@link #stop()}. */
    @Override
    public void close() {
        stop();
    }

    /** Returns whether it listens. */
    public boolean isRunning() {
        return server.isRunning();
    }

    /** Returns the port that it listens on, or listened on before {@link #stop()}. */
    public int port() {
        return server.port();
    }

    /** Returns the service base address, such as {@code http://localhost:8089}. */
    public String baseUrl() {
        return server.baseUrl();
    }

    /**
     * Returns the service base address over HTTPS, with WireMock's self-signed certificate.
     *
     * @throws IllegalStateException unless built with {@link SmsSimulatorBuilder#https(boolean)}
     */
    public String httpsBaseUrl() {
        return server.httpsBaseUrl();
    }

    /** Returns whether it was built with HTTPS. */
    public boolean hasHttps() {
        return settings.server().httpsPort() != null;
    }

    /** Returns the required user name. */
    public String username() {
        return settings.server().username();
    }

    /** Returns the required password. */
    public String password() {
        return settings.server().password();
    }

    /** Returns the allowed rate; zero or less for no limit. */
    public double requestsPerSecond() {
        return settings.rateLimit().requestsPerSecond();
    }

    /** Queues each fault for one send request, in the given order, after the faults already queued. */
    public void failNext(Fault... faults) {
        failNext(Operation.SEND, faults);
    }

    /** Queues each fault for one request of the operation, in the given order, after the faults already queued. */
    public void failNext(Operation operation, Fault... faults) {
        for (Fault fault : faults) {
            service.faults().enqueue(operation, fault);
        }
    }

    /** Adds a fault that affects a send request with the given probability, 0 to 1, unless a fault is queued. */
    public void failRandomly(double probability, Fault fault) {
        failRandomly(Operation.SEND, probability, fault);
    }

    /**
     * Adds a fault that affects a request of the operation with the given probability, 0 to 1, unless one is queued.
     */
    public void failRandomly(Operation operation, double probability, Fault fault) {
        service.faults().addRandom(operation, fault, probability);
    }

    /** Removes all faults, queued and random. */
    public void clearFaults() {
        service.faults().clear();
    }

    /** Returns the number of queued faults. */
    public int queuedFaults() {
        return service.faults().queued();
    }

    /** Returns the figures since the start or the last reset. */
    public SimulatorStatistics statistics() {
        return service.counters().snapshot();
    }

    /** Returns the accepted messages in order of acceptance, with their current status. */
    public List<SimulatedMessage> messages() {
        return service.store().snapshot(0, Integer.MAX_VALUE);
    }

    /** Returns the first message accepted with {@code correlationId}. */
    public Optional<SimulatedMessage> message(String correlationId) {
        return Optional.ofNullable(service.store().find(correlationId));
    }

    /** Removes messages and counters and restores the faults of the builder; it keeps listening. */
    public void reset() {
        service.reset();
    }

    /** Shows the base address and whether it is stopped; never the password. */
    @Override
    public String toString() {
        return "SmsSimulator[" + baseUrl() + (isRunning() ? "]" : ", stopped]");
    }
}
