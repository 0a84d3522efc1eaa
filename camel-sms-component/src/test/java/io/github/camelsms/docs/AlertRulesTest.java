package io.github.camelsms.docs;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

import io.github.camelsms.docs.PrometheusEvaluation.Series;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs the tests of the alert rules for promtool, which the build does not have.
 */
class AlertRulesTest {

    private final List<Map<String, Object>> rules = maps(maps(read("alerts.yml").get("groups")).get(0).get("rules"));

    static Stream<String> tests() {
        return maps(read("alerts-test.yml").get("tests")).stream().map(test -> test.get("name").toString());
    }

    @ParameterizedTest
    @MethodSource("tests")
    void alerts_testForPromtool_passes(String name) {
        Map<String, Object> test = maps(read("alerts-test.yml").get("tests")).stream()
                .filter(each -> each.get("name").equals(name)).findFirst().orElseThrow();
        List<Series> input = maps(test.get("input_series")).stream()
                .map(each -> Series.of(each.get("series").toString(), each.get("values").toString())).toList();

        assertThat(maps(test.get("promql_expr_test"))).isNotEmpty().allSatisfy(check -> {
            Map<Map<String, String>, Double> expected = new HashMap<>();
            maps(check.get("exp_samples")).forEach(
                    sample -> expected.put(
                            PrometheusEvaluation.labelsOf(sample.get("labels").toString()),
                            Double.valueOf(sample.get("value").toString())));
            int minute = minutes(check.get("eval_time"));
            assertThat(PrometheusEvaluation.evaluate(check.get("expr").toString(), alerts(input, minute), minute))
                    .containsExactlyInAnyOrderEntriesOf(expected);
        });
    }

    /** Returns the series ALERTS at this minute. */
    private List<Series> alerts(List<Series> input, int minute) {
        List<Series> alerts = new ArrayList<>();
        for (Map<String, Object> rule : rules) {
            Map<Map<String, String>, Integer> since = new HashMap<>();
            for (int now = 0; now <= minute; now++) {
                Set<Map<String, String>> active
                        = PrometheusEvaluation.evaluate(rule.get("expr").toString(), input, now).keySet();
                since.keySet().retainAll(active);
                for (Map<String, String> each : active) {
                    since.putIfAbsent(each, now);
                }
            }
            since.forEach((labels, start) -> alerts.add(alert(rule, labels, minute, start)));
        }
        return alerts;
    }

    private static Series alert(Map<String, Object> rule, Map<String, String> labels, int minute, int start) {
        Map<String, String> all = new TreeMap<>(labels);
        all.put(PrometheusEvaluation.NAME, "ALERTS");
        all.put("alertname", rule.get("alert").toString());
        all.put("alertstate", minute - start >= minutes(rule.getOrDefault("for", "0m")) ? "firing" : "pending");
        List<Double> samples = new ArrayList<>(Collections.nCopies(minute, null));
        samples.add(1.0);
        return new Series(all, samples);
    }

    private static int minutes(Object time) {
        int number = Integer.parseInt(time.toString().replaceAll("\\D", ""));
        return time.toString().endsWith("h") ? number * 60 : number;
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> maps(Object list) {
        return (List<Map<String, Object>>) list;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> read(String file) {
        String text = Documentation.read(Documentation.ROOT.resolve("monitoring/prometheus").resolve(file));
        return (Map<String, Object>) new Load(LoadSettings.builder().build()).loadFromString(text);
    }
}
