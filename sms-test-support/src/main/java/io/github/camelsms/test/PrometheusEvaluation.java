package io.github.camelsms.test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.DoubleBinaryOperator;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Evaluation of a PromQL expression on series with one sample a minute. It has the operators and functions of the alert
 * rules, and does not extrapolate increases to the ends of their range.
 */
public final class PrometheusEvaluation {

    /** Label with the name of a series. */
    public static final String NAME = "__name__";

    private static final int LOOKBACK_MINUTES = 5;
    private static final List<Set<String>> PRECEDENCE = List.of(
            Set.of("or"), Set.of("and", "unless"), Set.of("==", "!=", ">", "<", ">=", "<="), Set.of("+", "-"),
            Set.of("*", "/"));
    private static final Set<String> AGGREGATIONS = Set.of("sum", "max", "min", "count");
    private static final Pattern TOKEN = Pattern.compile("\\s*(\\w[\\w.]*|\"[^\"]*\"|[=!><]=|[=!]~|\\[[^]]*]|.)\\s*");
    private static final Pattern EXPANSION = Pattern.compile("(_|-?\\d+)(?:\\+(\\d+))?x(\\d+)");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\"");

    /** A series: labels including the name, and a sample for each minute, null if it is missing. */
    public record Series(Map<String, String> labels, List<Double> samples) {

        /** Parses the notation of promtool, such as <code>0+5x60</code>. */
        public static Series of(String selector, String values) {
            List<Double> samples = new ArrayList<>();
            for (String each : values.trim().split("\\s+")) {
                Matcher expansion = EXPANSION.matcher(each);
                if (!expansion.matches()) {
                    samples.add(each.equals("_") ? null : Double.valueOf(each));
                } else if (expansion.group(1).equals("_")) {
                    samples.addAll(Collections.nCopies(Integer.parseInt(expansion.group(3)), null));
                } else {
                    double step = expansion.group(2) == null ? 0 : Double.parseDouble(expansion.group(2));
                    for (int i = 0; i <= Integer.parseInt(expansion.group(3)); i++) {
                        samples.add(Double.parseDouble(expansion.group(1)) + i * step);
                    }
                }
            }
            Map<String, String> labels = labelsOf(selector);
            labels.put(NAME, selector.split("\\{")[0].trim());
            return new Series(labels, samples);
        }

        private Double at(int minute) {
            return minute < 0 || minute >= samples.size() ? null : samples.get(minute);
        }
    }

    /** A number, or values by labels. */
    private record Result(Double number, Map<Map<String, String>, Double> vector) {
    }

    private final List<Series> series;
    private final int minute;
    private final List<String> tokens = new ArrayList<>();
    private int next;

    private PrometheusEvaluation(String expression, List<Series> series, int minute) {
        this.series = series;
        this.minute = minute;
        for (Matcher token = TOKEN.matcher(expression.trim()); token.find();) {
            tokens.add(token.group(1));
        }
    }

    /** Returns the values of the expression at this minute, by their labels. */
    public static Map<Map<String, String>, Double> evaluate(String expression, List<Series> series, int minute) {
        PrometheusEvaluation evaluation = new PrometheusEvaluation(expression, series, minute);
        Result result = evaluation.operation(0);
        if (evaluation.next < evaluation.tokens.size()) {
            throw new IllegalArgumentException("not understood from " + evaluation.peek() + ": " + expression);
        }
        return result.vector();
    }

    /** Returns the labels in the notation <code>{name="value"}</code>. */
    public static Map<String, String> labelsOf(String text) {
        Map<String, String> labels = new TreeMap<>();
        for (Matcher label = LABEL.matcher(text); label.find();) {
            labels.put(label.group(1), label.group(2));
        }
        return labels;
    }

    private Result operation(int level) {
        if (level == PRECEDENCE.size()) {
            return operand();
        }
        Result left = operation(level + 1);
        while (PRECEDENCE.get(level).contains(peek())) {
            String operator = take();
            UnaryOperator<Map<String, String>> match = grouping(Set.of("on", "ignoring"));
            left = operate(operator, left, operation(level + 1), match);
        }
        return left;
    }

    private Result operand() {
        String token = take();
        if (token.equals("(")) {
            Result inner = operation(0);
            expect(")");
            return inner;
        } else if (token.equals("-")) {
            return new Result(-Double.parseDouble(take()), null);
        } else if (Character.isDigit(token.charAt(0))) {
            return new Result(Double.valueOf(token), null);
        } else if (AGGREGATIONS.contains(token)) {
            return aggregation(token);
        } else if (token.equals("time")) {
            expect("(");
            expect(")");
            return new Result(minute * 60.0, null);
        } else if (token.equals("increase") || token.equals("rate")) {
            expect("(");
            List<Series> selected = selection(take());
            int minutes = minutes(take());
            int end = minute - offset();
            expect(")");
            return increases(selected, end, minutes, token.equals("rate") ? minutes * 60 : 1);
        }
        Map<Map<String, String>, Double> vector = new HashMap<>();
        selection(token).forEach(each -> {
            for (int back = 0; back < LOOKBACK_MINUTES && !vector.containsKey(each.labels()); back++) {
                if (each.at(minute - back) != null) {
                    vector.put(each.labels(), each.at(minute - back));
                }
            }
        });
        return new Result(null, vector);
    }

    private Result aggregation(String name) {
        UnaryOperator<Map<String, String>> before = grouping(Set.of("by", "without"));
        expect("(");
        Result inner = operation(0);
        expect(")");
        UnaryOperator<Map<String, String>> after = before == null ? grouping(Set.of("by", "without")) : before;
        Map<Map<String, String>, List<Double>> groups = new HashMap<>();
        inner.vector().forEach(
                (labels, value) -> groups
                        .computeIfAbsent(after == null ? Map.of() : after.apply(labels), group -> new ArrayList<>())
                        .add(value));
        Map<Map<String, String>, Double> vector = new HashMap<>();
        groups.forEach((group, values) -> vector.put(group, switch (name) {
            case "sum" -> values.stream().mapToDouble(Double::doubleValue).sum();
            case "count" -> (double) values.size();
            case "max" -> values.stream().filter(value -> !value.isNaN()).max(Double::compare).orElse(Double.NaN);
            default -> values.stream().filter(value -> !value.isNaN()).min(Double::compare).orElse(Double.NaN);
        }));
        return new Result(null, vector);
    }

    /** Returns the function from labels to those that the clause selects, or null if there is no clause. */
    private UnaryOperator<Map<String, String>> grouping(Set<String> words) {
        if (!words.contains(peek())) {
            return null;
        }
        boolean isKept = Set.of("by", "on").contains(take());
        Set<String> names = Arrays.stream(listed("(", ")").split(",")).collect(Collectors.toSet());
        return labels -> {
            Map<String, String> selected = unnamed(labels);
            selected.keySet().removeIf(name -> names.contains(name) != isKept);
            return selected;
        };
    }

    private List<Series> selection(String name) {
        String matchers = peek().equals("{") ? listed("{", "}") : "";
        return series.stream().filter(each -> each.labels().get(NAME).equals(name))
                .filter(
                        each -> Arrays.stream(matchers.split(",(?=\\w+[=!])")).filter(matcher -> !matcher.isEmpty())
                                .allMatch(matcher -> matches(matcher, each.labels())))
                .toList();
    }

    private static boolean matches(String matcher, Map<String, String> labels) {
        Matcher parts = Pattern.compile("(\\w+)(=~|!~|!=|=)\"(.*)\"").matcher(matcher);
        if (!parts.matches()) {
            throw new IllegalArgumentException(matcher);
        }
        String value = labels.getOrDefault(parts.group(1), "");
        boolean isEqual = parts.group(2).endsWith("~") ? value.matches(parts.group(3)) : value.equals(parts.group(3));
        return isEqual != parts.group(2).startsWith("!");
    }

    private int offset() {
        if (!peek().equals("offset")) {
            return 0;
        }
        take();
        return minutes(take());
    }

    private static Result increases(List<Series> selected, int end, int minutes, double divisor) {
        Map<Map<String, String>, Double> vector = new HashMap<>();
        for (Series each : selected) {
            List<Double> range = new ArrayList<>();
            for (int i = end - minutes; i <= end; i++) {
                if (each.at(i) != null) {
                    range.add(each.at(i));
                }
            }
            if (range.size() > 1) {
                vector.put(unnamed(each.labels()), (range.get(range.size() - 1) - range.get(0)) / divisor);
            }
        }
        return new Result(null, vector);
    }

    private static Result operate(
            String operator, Result left, Result right, UnaryOperator<Map<String, String>> clause) {
        UnaryOperator<Map<String, String>> match = clause == null ? PrometheusEvaluation::unnamed : clause;
        Map<Map<String, String>, Double> vector = new HashMap<>();
        if (Set.of("or", "and", "unless").contains(operator)) {
            Set<Map<String, String>> others = matched(operator.equals("or") ? left : right, match).keySet();
            if (operator.equals("or")) {
                vector.putAll(left.vector());
            }
            (operator.equals("or") ? right : left).vector().forEach((labels, value) -> {
                if (others.contains(match.apply(labels)) == operator.equals("and")) {
                    vector.put(labels, value);
                }
            });
            return new Result(null, vector);
        }
        boolean isComparison = PRECEDENCE.get(2).contains(operator);
        DoubleBinaryOperator function = function(operator);
        if (left.number() != null && right.number() != null) {
            return new Result(function.applyAsDouble(left.number(), right.number()), null);
        }
        Map<Map<String, String>, Double> others
                = left.number() == null && right.number() == null ? matched(right, match) : null;
        (left.number() == null ? left : right).vector().forEach((labels, value) -> {
            Double other
                    = others == null ? left.number() == null ? right.number() : left.number() : others.get(match.apply(labels));
            if (other != null) {
                double result = left.number() == null
                        ? function.applyAsDouble(value, other) : function.applyAsDouble(other, value);
                if (!isComparison) {
                    vector.put(unnamed(labels), result);
                } else if (result == 1) {
                    vector.put(labels, value);
                }
            }
        });
        return new Result(null, vector);
    }

    private static Map<Map<String, String>, Double> matched(Result result, UnaryOperator<Map<String, String>> match) {
        Map<Map<String, String>, Double> matched = new HashMap<>();
        result.vector().forEach((labels, value) -> matched.put(match.apply(labels), value));
        return matched;
    }

    private static DoubleBinaryOperator function(String operator) {
        return switch (operator) {
            case "+" -> (a, b) -> a + b;
            case "-" -> (a, b) -> a - b;
            case "*" -> (a, b) -> a * b;
            case "/" -> (a, b) -> a / b;
            case ">" -> (a, b) -> a > b ? 1 : 0;
            case "<" -> (a, b) -> a < b ? 1 : 0;
            case ">=" -> (a, b) -> a >= b ? 1 : 0;
            case "<=" -> (a, b) -> a <= b ? 1 : 0;
            case "==" -> (a, b) -> a == b ? 1 : 0;
            default -> (a, b) -> a != b ? 1 : 0;
        };
    }

    private static Map<String, String> unnamed(Map<String, String> labels) {
        Map<String, String> unnamed = new TreeMap<>(labels);
        unnamed.remove(NAME);
        return unnamed;
    }

    private static int minutes(String range) {
        int number = Integer.parseInt(range.replaceAll("\\D", ""));
        return range.contains("d") ? number * 24 * 60 : range.contains("h") ? number * 60 : number;
    }

    private String listed(String open, String close) {
        expect(open);
        StringBuilder list = new StringBuilder();
        while (!peek().equals(close)) {
            list.append(take());
        }
        expect(close);
        return list.toString();
    }

    private void expect(String token) {
        if (!take().equals(token)) {
            throw new IllegalArgumentException(token + " expected in " + tokens);
        }
    }

    private String peek() {
        return next < tokens.size() ? tokens.get(next) : "";
    }

    private String take() {
        return tokens.get(next++);
    }
}
