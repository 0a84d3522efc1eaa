package io.github.camelsms.simulator;

import java.time.Duration;
import java.time.ZoneId;
import java.util.Map;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/** All settings of a simulator, in the groups in which its parts need them. */
record SimulatorSettings(
        SimulatorClock clock,
        long seed,
        Server server,
        RateLimit rateLimit,
        Latency latency,
        Answers answers,
        Delivery delivery,
        Map<Fault, Double> randomFaults) {

    /** Where and for whom the simulator listens. */
    record Server(String host, int port, @Nullable Integer httpsPort, String basePath, String username, String password,
            int threads, boolean gzip) {

        @Override
        public String toString() {
            return "Server[host=" + host + ", port=" + port + ", httpsPort=" + httpsPort + ", basePath=" + basePath
                   + ", username="
                   + username + ", password=xxxxxx]";
        }
    }

    /** How often requests may come, and what those hear that come too often. */
    record RateLimit(RateLimiterKind kind, double requestsPerSecond, RateLimitScope scope, TooManyRequestsAnswer answer,
            boolean retryAfter) {
    }

    /** How long a request is under way before the service sees it, and its answer on the way back. */
    record Latency(Range request, Range response) {
    }

    /** The points of the answers that the interface leaves open. */
    record Answers(
            StatusEnvelope statusEnvelope,
            String statusField,
            String statusParentField,
            String linkField,
            @Nullable String linkParentField,
            LinkForm linkForm,
            ResultOrder resultOrder,
            ZoneId zone) {
    }

    /** What becomes of a message. */
    record Delivery(Range delay, Map<MessageStatus, Double> weights, @Nullable Pattern rejectedDestinations,
            boolean keepTexts) {
    }

    /** A span of time, both ends included. */
    record Range(Duration min, Duration max) {

        static Range of(String name, Duration min, Duration max) {
            if (min.isNegative() || max.compareTo(min) < 0) {
                throw new IllegalArgumentException(
                        name + " from " + min.toMillis() + " to " + max.toMillis()
                                                   + " ms is no range: give two times from zero up, the smaller first");
            }
            return new Range(min, max);
        }
    }
}
