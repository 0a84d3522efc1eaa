package io.github.camelsms.simulator.cli;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.PatternSyntaxException;

import io.github.camelsms.simulator.LinkForm;
import io.github.camelsms.simulator.MessageStatus;
import io.github.camelsms.simulator.RateLimitScope;
import io.github.camelsms.simulator.RateLimiterKind;
import io.github.camelsms.simulator.ResultOrder;
import io.github.camelsms.simulator.SmsSimulator;
import io.github.camelsms.simulator.SmsSimulatorBuilder;
import io.github.camelsms.simulator.StatusEnvelope;
import io.github.camelsms.simulator.TooManyRequestsAnswer;
import io.github.camelsms.simulator.fault.FaultParser;

/** The options of the command line: the name, value, meaning and builder method of each. */
final class CommandLineOptions {

    /** A wrong option; the message contains the remedy. */
    static final class UsageException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        UsageException(String message) {
            super(message);
        }
    }

    private interface Setter {
        void set(SmsSimulatorBuilder builder, String value);
    }

    private record Option(String name, String value, String meaning, Setter setter) {
    }

    private final List<Option> options = new ArrayList<>();

    CommandLineOptions() {
        add("host", "ADDRESS", "address to listen on; other machines can reach 0.0.0.0 (127.0.0.1)",
                SmsSimulatorBuilder::host);
        add("port", "PORT", "port to listen on, 0 for any free one (8089)", (b, v) -> b.port(integer(v)));
        add("username", "NAME", "required user name (demo)", SmsSimulatorBuilder::username);
        add("password", "PASSWORD", "required password (demo)", SmsSimulatorBuilder::password);
        add("https", "BOOLEAN", "listen also for HTTPS, on any free port (false)", (b, v) -> b.https(bool(v)));
        add("base-path", "PATH", "path before /v1 (none)", SmsSimulatorBuilder::basePath);
        add("threads", "COUNT", "maximum number of requests in flight (200)", (b, v) -> b.threads(integer(v)));
        add("gzip", "BOOLEAN", "compress responses for clients that accept gzip (false)", (b, v) -> b.gzip(bool(v)));
        add("requests-per-second", "RATE", "allowed rate, a decimal; 0 for no limit (1)",
                (b, v) -> b.requestsPerSecond(decimal(v)));
        add("rate-limiter", names(RateLimiterKind.values()), "algorithm of the rate limit (sliding-second)",
                (b, v) -> b.rateLimiter(constant(RateLimiterKind.values(), v)));
        add("rate-limit-scope", names(RateLimitScope.values()), "requests that the limit counts (send)",
                (b, v) -> b.rateLimitScope(constant(RateLimitScope.values(), v)));
        add("too-many-requests-answer", names(TooManyRequestsAnswer.values()),
                "form of the response to a throttled request (http-status-json)",
                (b, v) -> b.tooManyRequestsAnswer(constant(TooManyRequestsAnswer.values(), v)));
        add("retry-after", "BOOLEAN", "send Retry-After with that response (false)", (b, v) -> b.retryAfter(bool(v)));
        add("request-latency", "MIN-MAX", "milliseconds from client to service (0-0)",
                (b, v) -> b.requestLatency(min(v), max(v)));
        add("response-latency", "MIN-MAX", "milliseconds from service to client (0-0)",
                (b, v) -> b.responseLatency(min(v), max(v)));
        add("delivery-delay", "MIN-MAX", "milliseconds until the final status of a message (1500-2500)",
                (b, v) -> b.deliveryDelay(min(v), max(v)));
        add("status-by-date-lag", "MILLIS", "milliseconds from acceptance until GET /v1/status/date returns a message (0)",
                (b, v) -> b.statusByDateLag(Duration.ofMillis(integer(v))));
        add("status-weight", "STATUS=WEIGHT",
                "relative share of a final status; can be repeated (DELIVERED=90, NOT_DELIVERED=4, SENT=0, others 1)",
                (b, v) -> b.statusWeight(constant(MessageStatus.values(), before(v)), decimal(after(v))));
        add("status-envelope", names(StatusEnvelope.values()), "JSON around the items of GET /v1/status (sent-status-object)",
                (b, v) -> b.statusEnvelope(constant(StatusEnvelope.values(), v)));
        add("status-field", "NAME", "field of the items in other-name and nested (statuses)", SmsSimulatorBuilder::statusField);
        add("status-parent-field", "NAME", "field of the outer object in nested (data)",
                SmsSimulatorBuilder::statusParentField);
        add("link-field", "NAME", "field of the continuation link (next)", SmsSimulatorBuilder::linkField);
        add("link-parent-field", "NAME", "field of the object that holds the link (none)",
                SmsSimulatorBuilder::linkParentField);
        add("link-form", names(LinkForm.values()), "form of the link (absolute)",
                (b, v) -> b.linkForm(constant(LinkForm.values(), v)));
        add("result-order", names(ResultOrder.values()), "order of the results of a send request (input)",
                (b, v) -> b.resultOrder(constant(ResultOrder.values(), v)));
        add("zone", "ZONE", "zone of sentDate and of the day of a by-date query (America/Sao_Paulo)",
                (b, v) -> b.zone(ZoneId.of(v)));
        add("rejected-destinations", "REGEX", "valid numbers to reject with -5 (none)",
                SmsSimulatorBuilder::rejectedDestinations);
        add("random-fault", "FAULT=PROBABILITY", "fault of send requests; can be repeated (none); FAULT is one of "
                                                 + FaultParser.forms(),
                (b, v) -> b.randomFault(decimal(after(v)), FaultParser.parse(before(v))));
        add("seed", "NUMBER", "seed of all random decisions (1)", (b, v) -> b.seed(integer(v)));
    }

    /** Parses arguments of the form {@code --name value} or {@code --name=value}. */
    SmsSimulatorBuilder parse(List<String> arguments) {
        SmsSimulatorBuilder builder = SmsSimulator.builder().port(8089);
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            int equals = argument.indexOf('=');
            String name = equals < 0 ? argument : argument.substring(0, equals);
            Option option = find(name);
            if (equals < 0 && i + 1 == arguments.size()) {
                throw new UsageException(name + " needs a value: " + option.value());
            }
            String value = equals < 0 ? arguments.get(++i) : argument.substring(equals + 1);
            try {
                option.setter().set(builder, value);
            } catch (PatternSyntaxException e) {
                throw new UsageException(name + " '" + value + "': " + e.getDescription());
            } catch (IllegalArgumentException | DateTimeException e) {
                throw new UsageException(name + (name.equals("--password") ? "" : " '" + value + "'") + ": " + e.getMessage());
            }
        }
        return builder;
    }

    /** Returns the name, value, meaning and default of every option. */
    String help() {
        StringBuilder help = new StringBuilder();
        for (Option option : options) {
            help.append("  --").append(option.name()).append(' ').append(option.value()).append('\n')
                    .append("        ").append(option.meaning()).append('\n');
        }
        return help.append("  --help\n        print this text\n").toString();
    }

    private void add(String name, String value, String meaning, Setter setter) {
        options.add(new Option(name, value, meaning, setter));
    }

    private Option find(String name) {
        return options.stream().filter(option -> name.equals("--" + option.name())).findFirst()
                .orElseThrow(() -> new UsageException("unknown option " + name + ": see --help"));
    }

    private static String names(Enum<?>[] values) {
        return String.join("|", Arrays.stream(values).map(CommandLineOptions::kebab).toList());
    }

    private static String kebab(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static <E extends Enum<E>> E constant(E[] values, String text) {
        String wanted = text.toLowerCase(Locale.ROOT).replace('_', '-');
        return Arrays.stream(values).filter(value -> kebab(value).equals(wanted)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("use one of " + names(values)));
    }

    private static boolean bool(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("use true or false");
        };
    }

    private static int integer(String text) {
        try {
            return Integer.parseInt(text);
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

    private static Duration min(String range) {
        return bound(range, 0);
    }

    private static Duration max(String range) {
        return bound(range, 1);
    }

    private static Duration bound(String range, int index) {
        String[] bounds = range.split("-", -1);
        if (bounds.length > 2) {
            throw new IllegalArgumentException("use milliseconds such as 20-60");
        }
        return Duration.ofMillis(integer(bounds[Math.min(index, bounds.length - 1)]));
    }

    private static String before(String pair) {
        return pair.substring(0, equalsSign(pair));
    }

    private static String after(String pair) {
        return pair.substring(equalsSign(pair) + 1);
    }

    private static int equalsSign(String pair) {
        int equals = pair.indexOf('=');
        if (equals < 0) {
            throw new IllegalArgumentException("use NAME=NUMBER");
        }
        return equals;
    }
}
