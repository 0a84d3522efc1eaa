package io.github.camelsms.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import io.github.camelsms.test.PrometheusEvaluation.Series;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * The alert rules in <code>monitoring/prometheus/alerts.yml</code>, evaluated once a minute.
 */
public final class AlertRules {

    private static final Path FOLDER = Path.of("..", "monitoring", "prometheus");

    private final List<Map<String, Object>> rules = maps(maps(read("alerts.yml").get("groups")).get(0).get("rules"));
    /** First minute in which each alert has been active since, by the expression of its rule. */
    private final Map<String, Map<Map<String, String>, Integer>> activeSince = new HashMap<>();

    /** Returns the tests of the rules for promtool. */
    public static List<Map<String, Object>> tests() {
        return maps(read("alerts-test.yml").get("tests"));
    }

    /** Returns the series <code>ALERTS</code> of each alert that is pending or firing at this minute. */
    public static List<Series> alerts(List<Series> input, int minute) {
        AlertRules rules = new AlertRules();
        for (int earlier = 0; earlier < minute; earlier++) {
            rules.evaluate(input, earlier);
        }
        List<Double> samples = new ArrayList<>(Collections.nCopies(minute, null));
        samples.add(1.0);
        return rules.evaluate(input, minute).stream().map(labels -> new Series(labels, samples)).toList();
    }

    /**
     * Evaluates the rules and returns the labels of each alert that is pending or firing.
     *
     * @param minute 0 in the first call, and one more in each further call
     */
    public List<Map<String, String>> evaluate(List<Series> input, int minute) {
        List<Map<String, String>> alerts = new ArrayList<>();
        for (Map<String, Object> rule : rules) {
            Map<Map<String, String>, Integer> since
                    = activeSince.computeIfAbsent(rule.get("expr").toString(), expression -> new HashMap<>());
            Set<Map<String, String>> active
                    = PrometheusEvaluation.evaluate(rule.get("expr").toString(), input, minute).keySet();
            since.keySet().retainAll(active);
            for (Map<String, String> each : active) {
                since.putIfAbsent(each, minute);
                alerts.add(labels(rule, each, minute - since.get(each)));
            }
        }
        return alerts;
    }

    private static Map<String, String> labels(Map<String, Object> rule, Map<String, String> labels, int active) {
        Map<String, String> all = new TreeMap<>(labels);
        all.put(PrometheusEvaluation.NAME, "ALERTS");
        all.put("alertname", rule.get("alert").toString());
        all.put("alertstate", active >= minutes(rule.getOrDefault("for", "0m")) ? "firing" : "pending");
        return all;
    }

    /** Returns a time such as <code>5m</code> or <code>1h</code> in minutes. */
    public static int minutes(Object time) {
        int number = Integer.parseInt(time.toString().replaceAll("\\D", ""));
        return time.toString().endsWith("h") ? number * 60 : number;
    }

    /** Returns a list of a YAML document. */
    @SuppressWarnings("unchecked")
    public static List<Map<String, Object>> maps(Object list) {
        return (List<Map<String, Object>>) list;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> read(String file) {
        try {
            return (Map<String, Object>) new Load(LoadSettings.builder().build())
                    .loadFromString(Files.readString(FOLDER.resolve(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
