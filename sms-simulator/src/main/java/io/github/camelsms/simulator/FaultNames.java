package io.github.camelsms.simulator;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * The text form of faults: {@code dropAfterAccepting}, {@code httpStatus:503}, {@code stallBody:5000} (milliseconds).
 */
final class FaultNames {

    private static final Map<String, Function<String, Fault>> PARSERS = new LinkedHashMap<>();

    static {
        PARSERS.put("dropBeforeAccepting", plain(Fault.dropBeforeAccepting()));
        PARSERS.put("dropAfterAccepting", plain(Fault.dropAfterAccepting()));
        PARSERS.put("resetBeforeAccepting", plain(Fault.resetBeforeAccepting()));
        PARSERS.put("resetAfterAccepting", plain(Fault.resetAfterAccepting()));
        PARSERS.put("delayAnswer:MILLIS", value -> Fault.delayAnswer(Duration.ofMillis(number(value))));
        PARSERS.put("stallBody:MILLIS", value -> Fault.stallBody(Duration.ofMillis(number(value))));
        PARSERS.put("trickleBody:MILLIS", value -> Fault.trickleBody(Duration.ofMillis(number(value))));
        PARSERS.put("truncateBody", plain(Fault.truncateBody()));
        PARSERS.put("garbageBody", plain(Fault.garbageBody()));
        PARSERS.put("oversizedBody:BYTES", value -> Fault.oversizedBody(number(value)));
        PARSERS.put("oneResultFewer", plain(Fault.oneResultFewer()));
        PARSERS.put("oneResultMore", plain(Fault.oneResultMore()));
        PARSERS.put("duplicatedCorrelationId", plain(Fault.duplicatedCorrelationId()));
        PARSERS.put("missingCorrelationIds", plain(Fault.missingCorrelationIds()));
        PARSERS.put("httpStatus:STATUS", value -> Fault.httpStatus(number(value)));
        PARSERS.put("httpStatusAfterAccepting:STATUS", value -> Fault.httpStatusAfterAccepting(number(value)));
        PARSERS.put("redirect:STATUS", value -> Fault.redirect(number(value)));
        PARSERS.put("tooManyRequests", plain(Fault.tooManyRequests()));
    }

    private FaultNames() {
    }

    /** Every name, with what stands after its colon. */
    static String all() {
        return String.join(", ", PARSERS.keySet());
    }

    static Fault parse(String text) {
        int colon = text.indexOf(':');
        String name = colon < 0 ? text : text.substring(0, colon);
        String value = colon < 0 ? "" : text.substring(colon + 1);
        for (Map.Entry<String, Function<String, Fault>> parser : PARSERS.entrySet()) {
            String form = parser.getKey();
            boolean takesValue = form.indexOf(':') > 0;
            if (form.equals(name) || form.startsWith(name + ":")) {
                if (takesValue == value.isEmpty()) {
                    throw new IllegalArgumentException("fault '" + text + "' is written " + form);
                }
                return parser.getValue().apply(value);
            }
        }
        throw new IllegalArgumentException("there is no fault '" + text + "': use one of " + all());
    }

    private static Function<String, Fault> plain(Fault fault) {
        return value -> fault;
    }

    private static int number(String value) {
        try {
            int number = Integer.parseInt(value.trim());
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Answered below, together with numbers that are negative.
        }
        throw new IllegalArgumentException("'" + value + "' after the colon of a fault is no whole number from 0 up");
    }
}
