package io.github.camelsms.docs;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.github.camelsms.test.AlertRules;
import io.github.camelsms.test.PrometheusEvaluation;
import io.github.camelsms.test.PrometheusEvaluation.Series;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs the tests of the alert rules for promtool, which the build does not have.
 */
class AlertRulesTest {

    static Stream<String> tests() {
        return AlertRules.tests().stream().map(test -> test.get("name").toString());
    }

    @ParameterizedTest
    @MethodSource("tests")
    void alerts_testForPromtool_passes(String name) {
        Map<String, Object> test
                = AlertRules.tests().stream().filter(each -> each.get("name").equals(name)).findFirst().orElseThrow();
        List<Series> input = AlertRules.maps(test.get("input_series")).stream()
                .map(each -> Series.of(each.get("series").toString(), each.get("values").toString())).toList();

        assertThat(AlertRules.maps(test.get("promql_expr_test"))).isNotEmpty().allSatisfy(check -> {
            Map<Map<String, String>, Double> expected = new HashMap<>();
            AlertRules.maps(check.get("exp_samples")).forEach(
                    sample -> expected.put(
                            PrometheusEvaluation.labelsOf(sample.get("labels").toString()),
                            Double.valueOf(sample.get("value").toString())));
            int minute = AlertRules.minutes(check.get("eval_time"));
            assertThat(PrometheusEvaluation.evaluate(check.get("expr").toString(), AlertRules.alerts(input, minute), minute))
                    .containsExactlyInAnyOrderEntriesOf(expected);
        });
    }
}
