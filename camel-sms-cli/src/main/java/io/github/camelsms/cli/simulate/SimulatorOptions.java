package io.github.camelsms.cli.simulate;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;

import io.github.camelsms.simulator.DateMeaning;
import io.github.camelsms.simulator.LinkForm;
import io.github.camelsms.simulator.MessageStatus;
import io.github.camelsms.simulator.RateLimitScope;
import io.github.camelsms.simulator.RateLimiterKind;
import io.github.camelsms.simulator.ResultOrder;
import io.github.camelsms.simulator.ScheduledDates;
import io.github.camelsms.simulator.SmsSimulator;
import io.github.camelsms.simulator.SmsSimulatorBuilder;
import io.github.camelsms.simulator.StatusEnvelope;
import io.github.camelsms.simulator.TooManyRequestsResponse;
import io.github.camelsms.simulator.fault.FaultParser;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** The options of the simulator: the name, value, meaning and builder method of each. */
final class SimulatorOptions {

    private final SmsSimulatorBuilder builder = SmsSimulator.builder().port(8089);
    private final CommandSpec spec;

    /** Creates the options of a command. */
    SimulatorOptions(Object command) {
        spec = CommandSpec.wrapWithoutInspection(command).name("simulate");
        add("--host", "ADDRESS", "address to listen on; other machines can reach 0.0.0.0 (127.0.0.1)", builder::host);
        add("--port", "PORT", "port to listen on, 0 for any free one (8089)", SimulatorOptions::integer, builder::port);
        add("--username", "NAME", "required user name (demo)", builder::username);
        add("--password", "PASSWORD", "required password (demo)", builder::password);
        add("--https", "BOOLEAN", "listen also for HTTPS, on any free port (false)", SimulatorOptions::bool, builder::https);
        add("--base-path", "PATH", "path before /v1 (none)", builder::basePath);
        add("--threads", "COUNT", "maximum number of requests in flight (200)", SimulatorOptions::integer, builder::threads);
        add("--gzip", "BOOLEAN", "compress responses for clients that accept gzip (false)", SimulatorOptions::bool,
                builder::gzip);
        add("--requests-per-second", "RATE", "allowed rate, a decimal; 0 for no limit (1)",
                SimulatorOptions::decimal, builder::requestsPerSecond);
        addChoice("--rate-limiter", RateLimiterKind.class, "algorithm of the rate limit (sliding-second)",
                builder::rateLimiter);
        addChoice("--rate-limit-scope", RateLimitScope.class, "requests that the limit counts (send)",
                builder::rateLimitScope);
        addChoice("--too-many-requests-response", TooManyRequestsResponse.class,
                "form of the response to a throttled request (http-status-json)", builder::tooManyRequestsResponse);
        add("--retry-after", "BOOLEAN", "send Retry-After with that response (false)", SimulatorOptions::bool,
                builder::retryAfter);
        add("--count-throttled-requests", "BOOLEAN", "count throttled requests against the rate limit as well (false)",
                SimulatorOptions::bool, builder::countThrottledRequests);
        add("--count-invalid-requests", "BOOLEAN", "count send requests that get 400 or 415 against the rate limit (true)",
                SimulatorOptions::bool, builder::countInvalidRequests);
        add("--max-request-bytes", "BYTES", "largest body of a send request, 0 for no limit (0)", SimulatorOptions::integer,
                builder::maxRequestBytes);
        add("--oversized-request-status", "STATUS", "HTTP status of the response to a larger one (413)",
                SimulatorOptions::integer, builder::oversizedRequestStatus);
        addRange("--request-latency", "milliseconds from client to service (0-0)", builder::requestLatency);
        addRange("--response-latency", "milliseconds from service to client (0-0)", builder::responseLatency);
        addRange("--delivery-delay", "milliseconds until the final status of a message (1500-2500)", builder::deliveryDelay);
        add("--status-by-date-lag", "MILLIS",
                "milliseconds from acceptance until GET /v1/status/date returns a message (0)", SimulatorOptions::millis,
                builder::statusByDateLag);
        addChoice("--scheduled-dates", ScheduledDates.class, "handling of scheduledDate (honored)", builder::scheduledDates);
        addPair("--status-weight", "STATUS=WEIGHT",
                "relative share of a final status; can be repeated (DELIVERED=90, NOT_DELIVERED=4, SENT=0, others 1)",
                (status, weight) -> builder.statusWeight(constant(MessageStatus.class, status), weight));
        addChoice("--status-envelope", StatusEnvelope.class,
                "JSON around the items of GET /v1/status (sent-status-object)", builder::statusEnvelope);
        add("--status-field", "NAME", "field of the items in other-name and nested (statuses)", builder::statusField);
        add("--status-parent-field", "NAME", "field of the outer object in nested (data)", builder::statusParentField);
        add("--link-field", "NAME", "field of the continuation link (next)", builder::linkField);
        add("--link-parent-field", "NAME", "field of the object that holds the link (none)", builder::linkParentField);
        addChoice("--link-form", LinkForm.class, "form of the link (absolute)", builder::linkForm);
        addChoice("--result-order", ResultOrder.class, "order of the results of a send request (input)",
                builder::resultOrder);
        add("--zone", "ZONE", "zone of sentDate and of the day of a by-date query (America/Sao_Paulo)",
                ZoneId::of, builder::zone);
        add("--day-zone", "ZONE", "zone of the day of a by-date query, if it is another one (that of --zone)", ZoneId::of,
                builder::dayZone);
        addChoice("--date-meaning", DateMeaning.class, "messages that date selects in a by-date query (day)",
                builder::dateMeaning);
        add("--rejected-destinations", "REGEX", "valid numbers to reject with -5 (none)", builder::rejectedDestinations);
        addPair("--random-fault", "FAULT=PROBABILITY",
                "fault of send requests; can be repeated (none); FAULT is one of " + FaultParser.forms(),
                (fault, probability) -> builder.randomFault(probability, FaultParser.parse(fault)));
        add("--seed", "NUMBER", "seed of all random decisions (1)", v -> builder.seed(wholeNumber(v)));
        spec.usageMessage().abbreviateSynopsis(true).sortOptions(false)
                .description("Simulates the SMS service. Defaults are in parentheses; times are in milliseconds.", "");
    }

    CommandSpec spec() {
        return spec;
    }

    /** Returns a builder with the options that were parsed. */
    SmsSimulatorBuilder builder() {
        return builder;
    }

    private <E extends Enum<E>> void addChoice(String name, Class<E> type, String meaning, Consumer<E> setter) {
        add(name, names(type), meaning, v -> constant(type, v), setter);
    }

    private void addRange(String name, String meaning, BiConsumer<Duration, Duration> setter) {
        add(name, "MIN-MAX", meaning, v -> {
            String[] bounds = v.split("-", -1);
            if (bounds.length > 2) {
                throw new IllegalArgumentException("use milliseconds such as 20-60");
            }
            setter.accept(millis(bounds[0]), millis(bounds[bounds.length - 1]));
        });
    }

    private void addPair(String name, String label, String meaning, BiConsumer<String, Double> setter) {
        add(name, label, meaning, v -> {
            String[] pair = v.split("=", 2);
            if (pair.length < 2) {
                throw new IllegalArgumentException("use NAME=NUMBER");
            }
            setter.accept(pair[0], decimal(pair[1]));
        });
    }

    private <T> void add(String name, String label, String meaning, Function<String, T> type, Consumer<T> setter) {
        add(name, label, meaning, v -> setter.accept(type.apply(v)));
    }

    private void add(String name, String label, String meaning, Consumer<String> setter) {
        // Without an initial value, only given options are set.
        spec.addOption(OptionSpec.builder(name).type(String.class).paramLabel(label).description(meaning)
                .hasInitialValue(false).setter(new ISetter() {
                    @Override
                    public <T> @Nullable T set(T value) {
                        apply(name, String.valueOf(value), setter);
                        return null;
                    }
                }).build());
    }

    private void apply(String name, String value, Consumer<String> setter) {
        try {
            setter.accept(value);
        } catch (IllegalArgumentException | DateTimeException e) {
            String option = name.equals("--password") ? name : name + " '" + value + "'";
            String problem = e instanceof PatternSyntaxException regex ? regex.getDescription() : e.getMessage();
            throw new ParameterException(spec.commandLine(), option + ": " + problem, e);
        }
    }

    private static <E extends Enum<E>> String names(Class<E> type) {
        return Arrays.stream(type.getEnumConstants()).map(Enum::name).collect(Collectors.joining("|"))
                .toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static <E extends Enum<E>> E constant(Class<E> type, String text) {
        try {
            return Enum.valueOf(type, text.toUpperCase(Locale.ROOT).replace('-', '_'));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("use one of " + names(type), e);
        }
    }

    private static boolean bool(String text) {
        if (!text.equals("true") && !text.equals("false")) {
            throw new IllegalArgumentException("use true or false");
        }
        return text.equals("true");
    }

    private static int integer(String text) {
        long number = wholeNumber(text);
        if (number != (int) number) {
            throw new IllegalArgumentException("use a whole number of at most " + Integer.MAX_VALUE);
        }
        return (int) number;
    }

    private static long wholeNumber(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("use a whole number", e);
        }
    }

    private static double decimal(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is not a number", e);
        }
    }

    private static Duration millis(String text) {
        return Duration.ofMillis(integer(text));
    }
}
