package io.github.camelsms.docs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A PromQL expression, checked against the metrics of an application: names, labels, label values, functions and
 * brackets.
 */
record PrometheusExpression(String text) {

    private static final Set<String> WORDS = Set.of(
            "sum", "max", "min", "avg", "count", "rate", "increase", "histogram_quantile", "time", "abs", "and", "or", "unless",
            "bool", "offset");
    /** Labels that Prometheus adds. */
    private static final Set<String> LABELS_OF_PROMETHEUS = Set.of("job", "instance", "namespace");

    private static final Pattern SELECTOR = Pattern.compile("(camel_\\w+|jvm_\\w+|up\\b)\\s*(?:\\{([^}]*)})?");
    private static final Pattern MATCHER = Pattern.compile("\\s*(\\w+)\\s*(=~|!~|!=|=)\\s*\"([^\"]*)\"\\s*");
    private static final Pattern GROUPING = Pattern.compile("\\b(?:by|without|on|ignoring)\\s*\\(([^)]*)\\)");
    private static final Pattern RANGE = Pattern.compile("\\[(?:\\d+[smhd]|\\$__rate_interval)]|(?<=offset )\\d+[smhd]");
    private static final Pattern WORD = Pattern.compile("[A-Za-z_]\\w*");

    /** Returns the names of the metrics in it: of the component, the JVM and Prometheus. */
    Set<String> metrics() {
        Set<String> metrics = new TreeSet<>();
        for (Matcher selector = SELECTOR.matcher(text); selector.find();) {
            metrics.add(selector.group(1));
        }
        return metrics;
    }

    /** Returns its errors for the given metrics; empty if there are none. */
    List<String> problems(PrometheusScrape scrape) {
        List<String> problems = new ArrayList<>();
        Map<String, Set<String>> known = scrape.labels();
        Set<String> labels = new HashSet<>(LABELS_OF_PROMETHEUS);
        for (Matcher selector = SELECTOR.matcher(text); selector.find();) {
            String name = selector.group(1);
            if (known.containsKey(name)) {
                labels.addAll(known.get(name));
                problems.addAll(matchers(selector.group(2) == null ? "" : selector.group(2), name, scrape));
            } else if (name.startsWith("camel_")) {
                problems.add("there is no metric " + name);
            }
        }
        for (Matcher grouping = GROUPING.matcher(text); grouping.find();) {
            Arrays.stream(grouping.group(1).split(",")).map(String::trim).filter(label -> !labels.contains(label))
                    .forEach(label -> problems.add("no metric in it has the label " + label));
        }
        problems.addAll(syntax());
        return problems;
    }

    private static List<String> matchers(String matchers, String name, PrometheusScrape scrape) {
        List<String> problems = new ArrayList<>();
        for (String each : matchers.isBlank() ? new String[0] : matchers.split(",")) {
            Matcher matcher = MATCHER.matcher(each);
            if (!matcher.matches()) {
                problems.add(each + " is no matcher of a label");
            } else if (!scrape.labels().getOrDefault(name, Set.of()).contains(matcher.group(1))) {
                problems.add(name + " has no label " + matcher.group(1));
            } else if (matcher.group(2).equals("=")
                    && !scrape.values(name, matcher.group(1)).contains(matcher.group(3))) {
                problems.add(name + " has never " + matcher.group(1) + "=" + matcher.group(3));
            }
        }
        return problems;
    }

    private List<String> syntax() {
        List<String> problems = new ArrayList<>();
        String rest = GROUPING.matcher(SELECTOR.matcher(text).replaceAll(" ")).replaceAll(" ");
        rest = RANGE.matcher(rest).replaceAll(" ");
        for (Matcher word = WORD.matcher(rest); word.find();) {
            if (!WORDS.contains(word.group())) {
                problems.add("unknown word " + word.group());
            }
        }
        String brackets = rest.replaceAll("[^()\\[\\]{}]", "");
        for (String before = ""; !before.equals(brackets);) {
            before = brackets;
            brackets = brackets.replace("()", "");
        }
        if (!brackets.isEmpty()) {
            problems.add("brackets without their partners: " + brackets);
        }
        return problems;
    }
}
