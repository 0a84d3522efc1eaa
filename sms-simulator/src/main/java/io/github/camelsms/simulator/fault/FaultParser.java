package io.github.camelsms.simulator.fault;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

import io.github.camelsms.simulator.Fault;

/**
 * A parser of faults in the text form of the command line and the admin API: {@code dropAfterAccepting},
 * {@code httpStatus:503}, {@code stallBody:5000} (milliseconds).
 */
public final class FaultParser {

    private static final Map<String, Function<String, Fault>> PARSERS = new LinkedHashMap<>();

    static {
        PARSERS.put("dropBeforeAccepting", constant(Fault.dropBeforeAccepting()));
        PARSERS.put("dropAfterAccepting", constant(Fault.dropAfterAccepting()));
        PARSERS.put("resetBeforeAccepting", constant(Fault.resetBeforeAccepting()));
        PARSERS.put("resetAfterAccepting", constant(Fault.resetAfterAccepting()));
        PARSERS.put("delayResponse:MILLIS", value -> Fault.delayResponse(Duration.ofMillis(number(value))));
        PARSERS.put("stallBody:MILLIS", value -> Fault.stallBody(Duration.ofMillis(number(value))));
        PARSERS.put("trickleBody:MILLIS", value -> Fault.trickleBody(Duration.ofMillis(number(value))));
        PARSERS.put("truncateBody", constant(Fault.truncateBody()));
        PARSERS.put("garbageBody", constant(Fault.garbageBody()));
        PARSERS.put("oversizedBody:BYTES", value -> Fault.oversizedBody(number(value)));
        PARSERS.put("oneResultFewer", constant(Fault.oneResultFewer()));
        PARSERS.put("oneResultMore", constant(Fault.oneResultMore()));
        PARSERS.put("duplicatedCorrelationId", constant(Fault.duplicatedCorrelationId()));
        PARSERS.put("missingCorrelationIds", constant(Fault.missingCorrelationIds()));
        PARSERS.put("httpStatus:STATUS", value -> Fault.httpStatus(number(value)));
        PARSERS.put("httpStatusAfterAccepting:STATUS", value -> Fault.httpStatusAfterAccepting(number(value)));
        PARSERS.put("redirect:STATUS", value -> Fault.redirect(number(value)));
        PARSERS.put("tooManyRequests", constant(Fault.tooManyRequests()));
    }

    private FaultParser() {
    }

    /** Returns the form of every fault, separated by commas. */
    public static String forms() {
        return String.join(", ", PARSERS.keySet());
    }

    /**
     * Parses a fault.
     *
     * @throws IllegalArgumentException with the remedy if there is no such fault
     */
    public static Fault parse(String text) {
        int colon = text.indexOf(':');
        String name = colon < 0 ? text : text.substring(0, colon);
        String value = colon < 0 ? "" : text.substring(colon + 1);
        for (Map.Entry<String, Function<String, Fault>> parser : PARSERS.entrySet()) {
            String form = parser.getKey();
            boolean takesValue = form.indexOf(':') > 0;
            if (form.equals(name) || form.startsWith(name + ":")) {
                if (takesValue == value.isEmpty()) {
                    throw new IllegalArgumentException("fault '" + text + "' is incorrect: write " + form);
                }
                return parser.getValue().apply(value);
            }
        }
        throw new IllegalArgumentException("unknown fault '" + text + "': use one of " + forms());
    }

    private static Function<String, Fault> constant(Fault fault) {
        return value -> fault;
    }

    private static int number(String value) {
        try {
            int number = Integer.parseInt(value.trim());
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // The exception below covers negative numbers too.
        }
        throw new IllegalArgumentException("'" + value + "' after the colon of a fault is not a whole number of 0 or more");
    }
}
