package io.github.camelsms.simulator;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.PatternSyntaxException;

/** The options of the command line: each one's name, what it takes, what it means, and the setting behind it. */
final class CommandLineOptions {

    /** A wrong option; the message says what to do. */
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
        add("host", "ADDRESS", "address to listen on; 0.0.0.0 for all, which other machines can reach (127.0.0.1)",
                SmsSimulatorBuilder::host);
        add("port", "PORT", "port to listen on, 0 for any free one (8089)", (b, v) -> b.port(whole(v)));
        add("username", "NAME", "user name to ask for (demo)", SmsSimulatorBuilder::username);
        add("password", "PASSWORD", "password to ask for (demo)", SmsSimulatorBuilder::password);
        add("https", "BOOLEAN", "listen for HTTPS too, on any free port (false)", (b, v) -> b.https(bool(v)));
        add("base-path", "PATH", "path in front of /v1 (none)", SmsSimulatorBuilder::basePath);
        add("threads", "COUNT", "most requests under way at once (200)", (b, v) -> b.threads(whole(v)));
        add("gzip", "BOOLEAN", "compress answers for clients that ask for it (false)", (b, v) -> b.gzip(bool(v)));
        add("requests-per-second", "RATE", "allowed rate, a decimal; 0 for no limit (1)",
                (b, v) -> b.requestsPerSecond(decimal(v)));
        add("rate-limiter", names(RateLimiterKind.values()), "how the rate is counted (sliding-second)",
                (b, v) -> b.rateLimiter(one(RateLimiterKind.values(), v)));
        add("rate-limit-scope", names(RateLimitScope.values()), "which requests the limit counts (send)",
                (b, v) -> b.rateLimitScope(one(RateLimitScope.values(), v)));
        add("too-many-requests-answer", names(TooManyRequestsAnswer.values()), "shape of code 429 (http-status-json)",
                (b, v) -> b.tooManyRequestsAnswer(one(TooManyRequestsAnswer.values(), v)));
        add("retry-after", "BOOLEAN", "send Retry-After with it (false)", (b, v) -> b.retryAfter(bool(v)));
        add("request-latency", "MIN-MAX", "milliseconds on the way to the service (0-0)",
                (b, v) -> b.requestLatency(min(v), max(v)));
        add("response-latency", "MIN-MAX", "milliseconds on the way back (0-0)", (b, v) -> b.responseLatency(min(v), max(v)));
        add("delivery-delay", "MIN-MAX", "milliseconds until a message's final status (1500-2500)",
                (b, v) -> b.deliveryDelay(min(v), max(v)));
        add("status-weight", "STATUS=WEIGHT",
                "share of a final status; may be repeated (DELIVERED=90, NOT_DELIVERED=4, SENT=0, others 1)",
                (b, v) -> b.statusWeight(one(MessageStatus.values(), before(v)), decimal(after(v))));
        add("status-envelope", names(StatusEnvelope.values()), "how GET /v1/status wraps its items (sent-status-object)",
                (b, v) -> b.statusEnvelope(one(StatusEnvelope.values(), v)));
        add("status-field", "NAME", "name of the list in other-name and nested (statuses)", SmsSimulatorBuilder::statusField);
        add("status-parent-field", "NAME", "name of the outer object in nested (data)", SmsSimulatorBuilder::statusParentField);
        add("link-field", "NAME", "name of the continuation link (next)", SmsSimulatorBuilder::linkField);
        add("link-parent-field", "NAME", "name of the object that holds the link (none)", SmsSimulatorBuilder::linkParentField);
        add("link-form", names(LinkForm.values()), "how the link is written (absolute)",
                (b, v) -> b.linkForm(one(LinkForm.values(), v)));
        add("result-order", names(ResultOrder.values()), "order of the results of a send (input)",
                (b, v) -> b.resultOrder(one(ResultOrder.values(), v)));
        add("zone", "ZONE", "zone of sentDate and of a by-date query's day (America/Sao_Paulo)",
                (b, v) -> b.zone(ZoneId.of(v)));
        add("rejected-destinations", "REGEX", "well-formed numbers to refuse with -5 all the same (none)",
                SmsSimulatorBuilder::rejectedDestinations);
        add("random-fault", "FAULT=PROBABILITY", "fault that strikes send requests; may be repeated (none); FAULT is one of "
                                                 + FaultNames.all(),
                (b, v) -> b.randomFault(decimal(after(v)), Fault.parse(before(v))));
        add("seed", "NUMBER", "seed of everything random (1)", (b, v) -> b.seed(whole(v)));
    }

    /** The settings that the arguments give, each as {@code --name value} or {@code --name=value}. */
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

    /** Every option with what it takes, what it means, and its default in brackets. */
    String help() {
        StringBuilder help = new StringBuilder();
        for (Option option : options) {
            help.append("  --").append(option.name()).append(' ').append(option.value()).append('\n')
                    .append("        ").append(option.meaning()).append('\n');
        }
        return help.append("  --help\n        this text\n").toString();
    }

    private void add(String name, String value, String meaning, Setter setter) {
        options.add(new Option(name, value, meaning, setter));
    }

    private Option find(String name) {
        return options.stream().filter(option -> name.equals("--" + option.name())).findFirst()
                .orElseThrow(() -> new UsageException("there is no option " + name + ": see --help"));
    }

    private static String names(Enum<?>[] values) {
        return String.join("|", Arrays.stream(values).map(CommandLineOptions::kebab).toList());
    }

    private static String kebab(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static <E extends Enum<E>> E one(E[] values, String text) {
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

    private static int whole(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("that is no whole number", e);
        }
    }

    private static double decimal(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is no number", e);
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
            throw new IllegalArgumentException("use milliseconds like 20-60");
        }
        return Duration.ofMillis(whole(bounds[Math.min(index, bounds.length - 1)]));
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
