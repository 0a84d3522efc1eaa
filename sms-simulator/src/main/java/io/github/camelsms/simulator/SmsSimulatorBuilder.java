package io.github.camelsms.simulator;

import java.time.Duration;
import java.time.ZoneId;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

import io.github.camelsms.simulator.settings.SimulatorSettings;
import io.github.camelsms.simulator.settings.SimulatorSettings.Range;
import org.jspecify.annotations.Nullable;

/** A builder of {@link SmsSimulator}; each method documents its default. */
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
    private TooManyRequestsResponse tooManyRequestsResponse = TooManyRequestsResponse.HTTP_STATUS_JSON;
    private boolean retryAfter;
    private boolean countThrottledRequests;
    private boolean countInvalidRequests = true;
    private int maxRequestBytes;
    private int oversizedRequestStatus = 413;
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
    private @Nullable ZoneId dayZone;
    private DateMeaning dateMeaning = DateMeaning.DAY;
    private ScheduledDates scheduledDates = ScheduledDates.HONORED;
    private Range deliveryDelay = new Range(Duration.ofMillis(1500), Duration.ofMillis(2500));
    private final Map<MessageStatus, Double> statusWeights = new EnumMap<>(MessageStatus.class);
    private @Nullable Pattern rejectedDestinations;
    private boolean keepTexts;
    private Duration statusByDateLag = Duration.ZERO;
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
     * Sets the host name or IP address to listen on; default {@code 127.0.0.1}, which only this machine can reach.
     * {@code 0.0.0.0} means every address of this machine. HTTP is not encrypted and the admin API requires no
     * password, so the start warns of an address that other machines can reach.
     */
    public SmsSimulatorBuilder host(String host) {
        require(!host.isBlank(), "the host is blank: give an address of this machine, such as 127.0.0.1");
        this.host = host.strip();
        return this;
    }

    /** Sets the port to listen on; 0, the default, for any free one. */
    public SmsSimulatorBuilder port(int port) {
        require(port >= 0 && port <= 65535, "port " + port + " is not from 0 to 65535");
        this.port = port;
        return this;
    }

    /** Sets whether to listen also for HTTPS, on any free port, with a self-signed certificate; default false. */
    public SmsSimulatorBuilder https(boolean https) {
        this.https = https;
        return this;
    }

    /** Sets the path before {@code /v1}, such as {@code /sms}; default empty. */
    public SmsSimulatorBuilder basePath(String basePath) {
        require(basePath.isEmpty() || basePath.matches("(/[A-Za-z0-9._~-]+)+"),
                "base path '" + basePath + "' must start with a slash and not end with one");
        this.basePath = basePath;
        return this;
    }

    /** Sets the required user name; default {@code demo}. */
    public SmsSimulatorBuilder username(String username) {
        require(!username.contains(":"), "the user name must not contain a colon, which HTTP Basic does not allow");
        this.username = username;
        return this;
    }

    /** Sets the required password; default {@code demo}. */
    public SmsSimulatorBuilder password(String password) {
        this.password = Objects.requireNonNull(password);
        return this;
    }

    /** Sets the maximum number of requests in flight, 20 or more; default 200. */
    public SmsSimulatorBuilder threads(int threads) {
        require(threads >= 20, "threads " + threads + " is too low: give at least 20");
        this.threads = threads;
        return this;
    }

    /** Sets whether to compress responses for clients that accept gzip; default false. */
    public SmsSimulatorBuilder gzip(boolean gzip) {
        this.gzip = gzip;
        return this;
    }

    /** Sets the allowed rate, a decimal; zero or less for no limit; default 1. */
    public SmsSimulatorBuilder requestsPerSecond(double requestsPerSecond) {
        require(Double.isFinite(requestsPerSecond), "requests per second " + requestsPerSecond + " is not a finite number");
        this.requestsPerSecond = requestsPerSecond;
        return this;
    }

    /** Sets the algorithm of the rate limit; default {@link RateLimiterKind#SLIDING_SECOND}. */
    public SmsSimulatorBuilder rateLimiter(RateLimiterKind rateLimiter) {
        this.rateLimiter = Objects.requireNonNull(rateLimiter);
        return this;
    }

    /** Sets which requests the rate limit counts; default {@link RateLimitScope#SEND}. */
    public SmsSimulatorBuilder rateLimitScope(RateLimitScope rateLimitScope) {
        this.rateLimitScope = Objects.requireNonNull(rateLimitScope);
        return this;
    }

    /**
     * Sets the form of the response to a throttled request; default {@link TooManyRequestsResponse#HTTP_STATUS_JSON}.
     */
    public SmsSimulatorBuilder tooManyRequestsResponse(TooManyRequestsResponse response) {
        this.tooManyRequestsResponse = Objects.requireNonNull(response);
        return this;
    }

    /** Sets whether that response has the header {@code Retry-After}, in seconds; default false. */
    public SmsSimulatorBuilder retryAfter(boolean retryAfter) {
        this.retryAfter = retryAfter;
        return this;
    }

    /** Sets whether throttled requests count against the rate limit as well; default false. */
    public SmsSimulatorBuilder countThrottledRequests(boolean countThrottledRequests) {
        this.countThrottledRequests = countThrottledRequests;
        return this;
    }

    /**
     * Sets whether send requests that get 400 or 415 count against the rate limit; default true. Otherwise they are
     * rejected before the limit, and never throttled.
     */
    public SmsSimulatorBuilder countInvalidRequests(boolean countInvalidRequests) {
        this.countInvalidRequests = countInvalidRequests;
        return this;
    }

    /** Sets the largest body of a send request, in bytes; zero, the default, for no limit. */
    public SmsSimulatorBuilder maxRequestBytes(int maxRequestBytes) {
        require(maxRequestBytes >= 0, "the largest request is negative: give a number of bytes, or 0 for no limit");
        this.maxRequestBytes = maxRequestBytes;
        return this;
    }

    /** Sets the HTTP status of the response to a larger request, with an HTML page, 400 to 599; default 413. */
    public SmsSimulatorBuilder oversizedRequestStatus(int status) {
        require(status >= 400 && status <= 599, "HTTP status " + status + " is not from 400 to 599");
        this.oversizedRequestStatus = status;
        return this;
    }

    /** Sets the time before the rate limit counts a request, uniform in the range; default zero. */
    public SmsSimulatorBuilder requestLatency(Duration min, Duration max) {
        this.requestLatency = Range.of("request latency", min, max);
        return this;
    }

    /** Sets the time between processing and response, uniform in the range; default zero. */
    public SmsSimulatorBuilder responseLatency(Duration min, Duration max) {
        this.responseLatency = Range.of("response latency", min, max);
        return this;
    }

    /** Sets the JSON around the items of {@code GET /v1/status}; default {@link StatusEnvelope#SENT_STATUS_OBJECT}. */
    public SmsSimulatorBuilder statusEnvelope(StatusEnvelope statusEnvelope) {
        this.statusEnvelope = Objects.requireNonNull(statusEnvelope);
        return this;
    }

    /** Sets the name of the list in the envelopes {@code OTHER_NAME} and {@code NESTED}; default {@code statuses}. */
    public SmsSimulatorBuilder statusField(String statusField) {
        this.statusField = Objects.requireNonNull(statusField);
        return this;
    }

    /** Sets the name of the outer object in the envelope {@code NESTED}; default {@code data}. */
    public SmsSimulatorBuilder statusParentField(String statusParentField) {
        this.statusParentField = Objects.requireNonNull(statusParentField);
        return this;
    }

    /** Sets the name of the continuation link of the by-date query; default {@code next}. */
    public SmsSimulatorBuilder linkField(String linkField) {
        this.linkField = Objects.requireNonNull(linkField);
        return this;
    }

    /** Sets the name of the object that holds the link; null, the default, for the body itself. */
    public SmsSimulatorBuilder linkParentField(@Nullable String linkParentField) {
        this.linkParentField = linkParentField;
        return this;
    }

    /** Sets the form of the link; default {@link LinkForm#ABSOLUTE}. */
    public SmsSimulatorBuilder linkForm(LinkForm linkForm) {
        this.linkForm = Objects.requireNonNull(linkForm);
        return this;
    }

    /** Sets the order of the results of a send request; default {@link ResultOrder#INPUT}. */
    public SmsSimulatorBuilder resultOrder(ResultOrder resultOrder) {
        this.resultOrder = Objects.requireNonNull(resultOrder);
        return this;
    }

    /**
     * Sets the zone of {@code sentDate}, and of the day in a by-date query unless {@link #dayZone} is set; default
     * America/Sao_Paulo.
     */
    public SmsSimulatorBuilder zone(ZoneId zone) {
        this.zone = Objects.requireNonNull(zone);
        return this;
    }

    /** Sets the zone of the day in a by-date query; null, the default, for {@link #zone}. */
    public SmsSimulatorBuilder dayZone(@Nullable ZoneId dayZone) {
        this.dayZone = dayZone;
        return this;
    }

    /** Sets which messages {@code date} selects in a by-date query; default {@link DateMeaning#DAY}. */
    public SmsSimulatorBuilder dateMeaning(DateMeaning dateMeaning) {
        this.dateMeaning = Objects.requireNonNull(dateMeaning);
        return this;
    }

    /** Sets the handling of {@code scheduledDate}; default {@link ScheduledDates#HONORED}. */
    public SmsSimulatorBuilder scheduledDates(ScheduledDates scheduledDates) {
        this.scheduledDates = Objects.requireNonNull(scheduledDates);
        return this;
    }

    /**
     * Sets the time from acceptance, or from the scheduled date, to the final status, uniform in the range; default
     * 1500 to 2500 milliseconds.
     */
    public SmsSimulatorBuilder deliveryDelay(Duration min, Duration max) {
        this.deliveryDelay = Range.of("delivery delay", min, max);
        return this;
    }

    /**
     * Sets the relative share of a final status, zero or more; SENT means that the status does not change. Default 90
     * for DELIVERED, 4 for NOT_DELIVERED, 0 for SENT, 1 for each other.
     */
    public SmsSimulatorBuilder statusWeight(MessageStatus status, double weight) {
        require(weight >= 0 && Double.isFinite(weight),
                "weight " + weight + " of " + status + " is not a finite number of zero or more");
        statusWeights.put(status, weight);
        return this;
    }

    /** Sets one final status for all messages. */
    public SmsSimulatorBuilder everyStatus(MessageStatus status) {
        statusWeights.replaceAll((any, weight) -> any == status ? 1.0 : 0.0);
        return this;
    }

    /**
     * Sets how long after its acceptance a message appears in {@code GET /v1/status/date}, zero or more; default zero.
     * Until then the response is code 6, although the message was accepted.
     */
    public SmsSimulatorBuilder statusByDateLag(Duration lag) {
        require(!lag.isNegative(), "the lag of the status by date is negative: give a time of zero or more");
        this.statusByDateLag = lag;
        return this;
    }

    /** Rejects valid destinations that match, with -5 INVALID_NUMBER_FORMAT; null, the default, for none. */
    public SmsSimulatorBuilder rejectedDestinations(@Nullable String regex) {
        this.rejectedDestinations = regex == null ? null : Pattern.compile(regex);
        return this;
    }

    /** Sets whether to keep {@link SimulatedMessage#text()}, which takes memory; default false. */
    public SmsSimulatorBuilder keepTexts(boolean keepTexts) {
        this.keepTexts = keepTexts;
        return this;
    }

    /** Adds a fault of send requests with the given probability, 0 to 1, from the start and after each reset. */
    public SmsSimulatorBuilder randomFault(double probability, Fault fault) {
        require(probability >= 0 && probability <= 1, "probability " + probability + " is not from 0 to 1");
        randomFaults.put(fault, probability);
        return this;
    }

    /** Sets the seed of all random decisions; default 1. */
    public SmsSimulatorBuilder seed(long seed) {
        this.seed = seed;
        return this;
    }

    /** Sets the source of time; default the machine's clock. */
    public SmsSimulatorBuilder clock(SimulatorClock clock) {
        this.clock = Objects.requireNonNull(clock);
        return this;
    }

    /**
     * Builds a simulator that does not listen yet.
     *
     * @throws IllegalArgumentException if every status has the weight 0
     */
    public SmsSimulator build() {
        require(statusWeights.values().stream().anyMatch(weight -> weight > 0),
                "every status has the weight 0: give at least one a larger weight");
        return new SmsSimulator(
                new SimulatorSettings(
                        clock, seed,
                        new SimulatorSettings.Server(
                                host, port, https ? 0 : null, basePath, username, password, threads, gzip),
                        new SimulatorSettings.RateLimit(
                                rateLimiter, requestsPerSecond, rateLimitScope, tooManyRequestsResponse, retryAfter,
                                countThrottledRequests, countInvalidRequests),
                        new SimulatorSettings.Latency(requestLatency, responseLatency),
                        new SimulatorSettings.Responses(
                                statusEnvelope, statusField, statusParentField, linkField, linkParentField, linkForm,
                                resultOrder, zone, dateMeaning, dayZone == null ? zone : dayZone),
                        new SimulatorSettings.Delivery(
                                deliveryDelay, new EnumMap<>(statusWeights), rejectedDestinations, keepTexts,
                                statusByDateLag, scheduledDates),
                        new SimulatorSettings.RequestSize(maxRequestBytes, oversizedRequestStatus),
                        // The random decisions are only repeatable if the faults keep their order.
                        new LinkedHashMap<>(randomFaults)));
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
