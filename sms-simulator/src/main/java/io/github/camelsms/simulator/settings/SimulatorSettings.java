package io.github.camelsms.simulator.settings;

import java.time.Duration;
import java.time.ZoneId;
import java.util.Map;
import java.util.regex.Pattern;

import io.github.camelsms.simulator.DateMeaning;
import io.github.camelsms.simulator.Fault;
import io.github.camelsms.simulator.LinkForm;
import io.github.camelsms.simulator.MessageStatus;
import io.github.camelsms.simulator.RateLimitScope;
import io.github.camelsms.simulator.RateLimiterKind;
import io.github.camelsms.simulator.ResultOrder;
import io.github.camelsms.simulator.ScheduledDates;
import io.github.camelsms.simulator.SimulatorClock;
import io.github.camelsms.simulator.StatusEnvelope;
import io.github.camelsms.simulator.TooManyRequestsResponse;
import org.jspecify.annotations.Nullable;

/** All settings of a simulator, grouped by the part that uses them. */
public record SimulatorSettings(
        SimulatorClock clock,
        long seed,
        Server server,
        RateLimit rateLimit,
        Latency latency,
        Responses responses,
        Delivery delivery,
        RequestSize requestSize,
        Map<Fault, Double> randomFaults) {

    /** The HTTP server and its credentials. */
    public record Server(String host, int port, @Nullable Integer httpsPort, String basePath, String username,
            String password, int threads, boolean gzip) {

        @Override
        public String toString() {
            return "Server[host=" + host + ", port=" + port + ", httpsPort=" + httpsPort + ", basePath=" + basePath
                   + ", username=" + username + ", password=xxxxxx]";
        }
    }

    /** The rate limit and the response to throttled requests. */
    public record RateLimit(RateLimiterKind kind, double requestsPerSecond, RateLimitScope scope,
            TooManyRequestsResponse response, boolean retryAfter,
            boolean countThrottled, boolean countInvalid) {
    }

    /** The network delay of requests and responses. */
    public record Latency(Range request, Range response) {
    }

    /**
     * The parts of responses that the interface leaves open.
     *
     * @param dayZone zone of the days of a by-date query
     */
    public record Responses(
            StatusEnvelope statusEnvelope,
            String statusField,
            String statusParentField,
            String linkField,
            @Nullable String linkParentField,
            LinkForm linkForm,
            ResultOrder resultOrder,
            ZoneId zone,
            DateMeaning dateMeaning,
            ZoneId dayZone) {
    }

    /** The acceptance and delivery of messages. */
    public record Delivery(Range delay, Map<MessageStatus, Double> weights, @Nullable Pattern rejectedDestinations,
            boolean keepTexts, Duration statusByDateLag, ScheduledDates scheduledDates) {
    }

    /**
     * The limit of the size of send requests.
     *
     * @param maxBytes   zero for no limit
     * @param httpStatus response to a larger request
     */
    public record RequestSize(int maxBytes, int httpStatus) {
    }

    /** A range of durations, both ends included. */
    public record Range(Duration min, Duration max) {

        /** Returns the range, or throws an exception with {@code name} if it is negative or reversed. */
        public static Range of(String name, Duration min, Duration max) {
            if (min.isNegative() || max.compareTo(min) < 0) {
                throw new IllegalArgumentException(
                        name + " from " + min.toMillis() + " to " + max.toMillis()
                                                   + " ms is not a range: give two times of zero or more, the smaller first");
            }
            return new Range(min, max);
        }
    }
}
