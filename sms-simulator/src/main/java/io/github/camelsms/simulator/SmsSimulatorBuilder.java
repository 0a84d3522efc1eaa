package io.github.camelsms.simulator;

import java.time.Duration;
import java.time.ZoneId;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

import io.github.camelsms.simulator.SimulatorSettings.Range;
import org.jspecify.annotations.Nullable;

/** Collects the settings of a {@link SmsSimulator}; each method documents its default. */
public final class SmsSimulatorBuilder {

    private SimulatorClock clock = SimulatorClock.system();
    private long seed = 1;
    private String host = "127.0.0.1";
    private int port;
    private boolean https;
    private String basePath = "";
    private String username = "demo";
    private String password = "demo";
    private int threads = 200;
    private boolean gzip;
    private double requestsPerSecond = 1;
    private RateLimiterKind rateLimiter = RateLimiterKind.SLIDING_SECOND;
    private RateLimitScope rateLimitScope = RateLimitScope.SEND;
    private TooManyRequestsAnswer tooManyRequestsAnswer = TooManyRequestsAnswer.HTTP_STATUS_JSON;
    private boolean retryAfter;
    private Range requestLatency = new Range(Duration.ZERO, Duration.ZERO);
    private Range responseLatency = new Range(Duration.ZERO, Duration.ZERO);
    private StatusEnvelope statusEnvelope = StatusEnvelope.SENT_STATUS_OBJECT;
    private String statusField = "statuses";
    private String statusParentField = "data";
    private String linkField = "next";
    private @Nullable String linkParentField;
    private LinkForm linkForm = LinkForm.ABSOLUTE;
    private ResultOrder resultOrder = ResultOrder.INPUT;
    private ZoneId zone = ZoneId.of("America/Sao_Paulo");
    private Range deliveryDelay = new Range(Duration.ofMillis(1500), Duration.ofMillis(2500));
    private final Map<MessageStatus, Double> statusWeights = new EnumMap<>(MessageStatus.class);
    private @Nullable Pattern rejectedDestinations;
    private boolean keepTexts;
    private final Map<Fault, Double> randomFaults = new LinkedHashMap<>();

    SmsSimulatorBuilder() {
        for (MessageStatus status : MessageStatus.values()) {
            statusWeights.put(status, 1.0);
        }
        statusWeights.put(MessageStatus.SENT, 0.0);
        statusWeights.put(MessageStatus.DELIVERED, 90.0);
        statusWeights.put(MessageStatus.NOT_DELIVERED, 4.0);
    }

    /**
     * Name or number of the address to listen on; default {@code 127.0.0.1}, so that only this machine can reach it.
     * {@code 0.0.0.0} is every address of this machine. Nothing is encrypted or asks for a password but the service
     * itself, so the start warns of an address that other machines can reach.
     */
    public SmsSimulatorBuilder host(String host) {
        require(!host.isBlank(), "the host is blank: give an address of this machine, such as 127.0.0.1");
        this.host = host.strip();
        return this;
    }

    /** Port to listen on; 0, the default, for any free one. */
    public SmsSimulatorBuilder port(int port) {
        require(port >= 0 && port <= 65535, "port " + port + " is not from 0 to 65535");
        this.port = port;
        return this;
    }

    /** Whether to listen for HTTPS too, on any free port, with a self-signed certificate; default false. */
    public SmsSimulatorBuilder https(boolean https) {
        this.https = https;
        return this;
    }

    /** Path in front of {@code /v1}, like {@code /sms}; default empty. */
    public SmsSimulatorBuilder basePath(String basePath) {
        require(basePath.isEmpty() || basePath.matches("(/[A-Za-z0-9._~-]+)+"),
                "base path '" + basePath + "' must start with a slash and end without one");
        this.basePath = basePath;
        return this;
    }

    /** User name to ask for; default {@code demo}. */
    public SmsSimulatorBuilder username(String username) {
        require(!username.contains(":"), "the user name must not contain a colon: HTTP Basic cannot carry it");
        this.username = username;
        return this;
    }

    /** Password to ask for; default {@code demo}. */
    public SmsSimulatorBuilder password(String password) {
        this.password = Objects.requireNonNull(password);
        return this;
    }

    /** Most requests under way at once, 20 or more; default 200. */
    public SmsSimulatorBuilder threads(int threads) {
        require(threads >= 20, "threads " + threads + " are too few: give at least 20");
        this.threads = threads;
        return this;
    }

    /** Whether to compress answers for clients that ask for it; default false. */
    public SmsSimulatorBuilder gzip(boolean gzip) {
        this.gzip = gzip;
        return this;
    }

    /** Allowed rate, a decimal; zero or less for no limit; default 1. */
    public SmsSimulatorBuilder requestsPerSecond(double requestsPerSecond) {
        require(Double.isFinite(requestsPerSecond), "requests per second " + requestsPerSecond + " is no number");
        this.requestsPerSecond = requestsPerSecond;
        return this;
    }

    /** How the rate is counted; default {@link RateLimiterKind#SLIDING_SECOND}. */
    public SmsSimulatorBuilder rateLimiter(RateLimiterKind rateLimiter) {
        this.rateLimiter = Objects.requireNonNull(rateLimiter);
        return this;
    }

    /** Which requests the rate limit counts; default {@link RateLimitScope#SEND}. */
    public SmsSimulatorBuilder rateLimitScope(RateLimitScope rateLimitScope) {
        this.rateLimitScope = Objects.requireNonNull(rateLimitScope);
        return this;
    }

    /** Shape of the answer to too many requests; default {@link TooManyRequestsAnswer#HTTP_STATUS_JSON}. */
    public SmsSimulatorBuilder tooManyRequestsAnswer(TooManyRequestsAnswer answer) {
        this.tooManyRequestsAnswer = Objects.requireNonNull(answer);
        return this;
    }

    /** Whether that answer carries {@code Retry-After}, in seconds; default false. */
    public SmsSimulatorBuilder retryAfter(boolean retryAfter) {
        this.retryAfter = retryAfter;
        return this;
    }

    /** Time on the way to the service, before the rate limit sees the request, uniform in the range; default none. */
    public SmsSimulatorBuilder requestLatency(Duration min, Duration max) {
        this.requestLatency = Range.of("request latency", min, max);
        return this;
    }

    /** Time on the way back, after the service has acted, uniform in the range; default none. */
    public SmsSimulatorBuilder responseLatency(Duration min, Duration max) {
        this.responseLatency = Range.of("response latency", min, max);
        return this;
    }

    /** How {@code GET /v1/status} wraps its items; default {@link StatusEnvelope#SENT_STATUS_OBJECT}. */
    public SmsSimulatorBuilder statusEnvelope(StatusEnvelope statusEnvelope) {
        this.statusEnvelope = Objects.requireNonNull(statusEnvelope);
        return this;
    }

    /** Name of the list in the envelopes {@code OTHER_NAME} and {@code NESTED}; default {@code statuses}. */
    public SmsSimulatorBuilder statusField(String statusField) {
        this.statusField = Objects.requireNonNull(statusField);
        return this;
    }

    /** Name of the outer object in the envelope {@code NESTED}; default {@code data}. */
    public SmsSimulatorBuilder statusParentField(String statusParentField) {
        this.statusParentField = Objects.requireNonNull(statusParentField);
        return this;
    }

    /** Name of the continuation link of the by-date query; default {@code next}. */
    public SmsSimulatorBuilder linkField(String linkField) {
        this.linkField = Objects.requireNonNull(linkField);
        return this;
    }

    /** Name of the object that holds the link; null, the default, for the body itself. */
    public SmsSimulatorBuilder linkParentField(@Nullable String linkParentField) {
        this.linkParentField = linkParentField;
        return this;
    }

    /** How the link is written; default {@link LinkForm#ABSOLUTE}. */
    public SmsSimulatorBuilder linkForm(LinkForm linkForm) {
        this.linkForm = Objects.requireNonNull(linkForm);
        return this;
    }

    /** Order of the results of a send request; default {@link ResultOrder#INPUT}. */
    public SmsSimulatorBuilder resultOrder(ResultOrder resultOrder) {
        this.resultOrder = Objects.requireNonNull(resultOrder);
        return this;
    }

    /** Zone of {@code sentDate} and of the day in a by-date query; default America/Sao_Paulo. */
    public SmsSimulatorBuilder zone(ZoneId zone) {
        this.zone = Objects.requireNonNull(zone);
        return this;
    }

    /**
     * Time from acceptance, or the scheduled date, to the final status, uniform in the range; default 1.5 s to 2.5 s.
     */
    public SmsSimulatorBuilder deliveryDelay(Duration min, Duration max) {
        this.deliveryDelay = Range.of("delivery delay", min, max);
        return this;
    }

    /**
     * Share of a final status, relative to the others, zero or more; SENT is for messages that stay so. Default 90 for
     * DELIVERED, 4 for NOT_DELIVERED, 0 for SENT, 1 for each other.
     */
    public SmsSimulatorBuilder statusWeight(MessageStatus status, double weight) {
        require(weight >= 0 && Double.isFinite(weight), "weight " + weight + " of " + status + " is not zero or more");
        statusWeights.put(status, weight);
        return this;
    }

    /** Every message ends in that status. */
    public SmsSimulatorBuilder everyStatus(MessageStatus status) {
        statusWeights.replaceAll((any, weight) -> any == status ? 1.0 : 0.0);
        return this;
    }

    /** Refuses well-formed destinations that match, with -5 INVALID_NUMBER_FORMAT; null, the default, for none. */
    public SmsSimulatorBuilder rejectedDestinations(@Nullable String regex) {
        this.rejectedDestinations = regex == null ? null : Pattern.compile(regex);
        return this;
    }

    /** Whether {@link SimulatedMessage#text()} is kept, which costs memory; default false. */
    public SmsSimulatorBuilder keepTexts(boolean keepTexts) {
        this.keepTexts = keepTexts;
        return this;
    }

    /** A fault that strikes send requests with the given probability, 0 to 1, from the start and after each reset. */
    public SmsSimulatorBuilder randomFault(double probability, Fault fault) {
        require(probability >= 0 && probability <= 1, "probability " + probability + " is not from 0 to 1");
        randomFaults.put(fault, probability);
        return this;
    }

    /** Seed of everything random; default 1. */
    public SmsSimulatorBuilder seed(long seed) {
        this.seed = seed;
        return this;
    }

    /** Source of time; default the machine's. */
    public SmsSimulatorBuilder clock(SimulatorClock clock) {
        this.clock = Objects.requireNonNull(clock);
        return this;
    }

    /** A simulator that does not listen yet. */
    public SmsSimulator build() {
        require(statusWeights.values().stream().anyMatch(weight -> weight > 0), "every status has the weight 0: give one more");
        return new SmsSimulator(
                new SimulatorSettings(
                        clock, seed,
                        new SimulatorSettings.Server(
                                host, port, https ? 0 : null, basePath, username, password, threads, gzip),
                        new SimulatorSettings.RateLimit(
                                rateLimiter, requestsPerSecond, rateLimitScope, tooManyRequestsAnswer, retryAfter),
                        new SimulatorSettings.Latency(requestLatency, responseLatency),
                        new SimulatorSettings.Answers(
                                statusEnvelope, statusField, statusParentField, linkField, linkParentField, linkForm,
                                resultOrder, zone),
                        new SimulatorSettings.Delivery(
                                deliveryDelay, new EnumMap<>(statusWeights), rejectedDestinations, keepTexts),
                        Map.copyOf(randomFaults)));
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
