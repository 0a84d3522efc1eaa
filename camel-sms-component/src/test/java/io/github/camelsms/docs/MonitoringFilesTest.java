package io.github.camelsms.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.camelsms.test.PrometheusEvaluation;
import io.github.camelsms.test.PrometheusEvaluation.Series;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Compares dashboard and alert rules with the Prometheus scrape of an application.
 */
class MonitoringFilesTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path FOLDER = Documentation.ROOT.resolve("monitoring");
    private static final String GUIDE = "docs/operating.md";
    private static final Pattern LEGEND_LABEL = Pattern.compile("\\{\\{(\\w+)}}");
    private static final Pattern TEMPLATE_LABEL = Pattern.compile("\\$labels\\.(\\w+)");
    private static final Pattern VARIABLE = Pattern.compile("label_values\\((camel_sms_\\w+(?:\\{[^}]*})?), (\\w+)\\)");
    /** In a block of code. Those of the demonstration end by themselves. */
    private static final Pattern APPLICATION_START = Pattern.compile(
            "(?m)^[^`|\\n]*\\bjava .*(quarkus-run|sample-routes|sample-spring-boot)\\.jar(?! --(help|demo|crash)).*$");
    private static final String EXIT = "-XX:+ExitOnOutOfMemoryError";
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");

    private final PrometheusScrape scrape = PrometheusScrape.taken();
    private final JsonNode dashboard = read(FOLDER.resolve("grafana/dashboards/camel-sms.json"));
    private final JsonNode rules = read(FOLDER.resolve("prometheus/alerts.yml")).at("/groups/0/rules");

    @Test
    void dashboard_eachExpression_usesExistingMetrics() {
        assertThat(targets()).isNotEmpty().allSatisfy(target -> {
            PrometheusExpression expression = new PrometheusExpression(target.get("expr").asText());
            assertThat(expression.problems(scrape)).as(expression.text()).isEmpty();
            assertThat(labels(LEGEND_LABEL, target.get("legendFormat").asText())).isSubsetOf(labelsOf(expression));
        });
    }

    @Test
    void dashboard_eachMetric_isShown() {
        Set<String> shown = targets().stream()
                .flatMap(target -> new PrometheusExpression(target.get("expr").asText()).metrics().stream())
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(scrape.helps().keySet()).allSatisfy(
                name -> assertThat(shown).as("metrics on the dashboard").anyMatch(
                        it -> it.equals(name) || it.equals(name + "_bucket") || it.equals(name + "_count")));
    }

    @Test
    void dashboard_eachVariable_usesExistingMetrics() {
        List<JsonNode> variables = new ArrayList<>();
        dashboard.at("/templating/list").forEach(variables::add);
        assertThat(variables).extracting(variable -> variable.get("name").asText())
                .containsExactly("datasource", "camelContext", "component", "account");
        for (JsonNode variable : variables.subList(1, variables.size())) {
            Matcher query = VARIABLE.matcher(variable.at("/query/query").asText());
            assertThat(query.matches()).as(variable.toString()).isTrue();
            assertThat(new PrometheusExpression(query.group(1)).problems(scrape)).isEmpty();
            assertThat(labelsOf(new PrometheusExpression(query.group(1)))).contains(query.group(2));
        }
    }

    @Test
    void dashboard_panels_haveUniqueIdsAndPositions() {
        Set<String> cells = new TreeSet<>();
        Set<Integer> ids = new TreeSet<>();
        for (JsonNode panel : dashboard.get("panels")) {
            assertThat(ids.add(panel.get("id").asInt())).isTrue();
            JsonNode place = panel.get("gridPos");
            assertThat(place.get("x").asInt() + place.get("w").asInt()).isLessThanOrEqualTo(24);
            for (int x = place.get("x").asInt(); x < place.get("x").asInt() + place.get("w").asInt(); x++) {
                for (int y = place.get("y").asInt(); y < place.get("y").asInt() + place.get("h").asInt(); y++) {
                    assertThat(cells.add(x + "," + y)).as("place of %s", panel.get("title")).isTrue();
                }
            }
        }
    }

    /** The two nodes own the account or not, or have no message store, if null. */
    @ParameterizedTest
    @CsvSource({
            "UNUSED,,UNUSED,,0", "RUNNING,,RUNNING,,1", "RUNNING,,UNUSED,,1", "SUSPENDED,,RUNNING,,2", "THROTTLED,,RUNNING,,3",
            "TROUBLED,,RUNNING,,4", "HALTED,,TROUBLED,,5", "THROTTLED,1,RUNNING,0,3", "TROUBLED,1,RUNNING,0,4",
            "HALTED,1,RUNNING,0,5", "RUNNING,1,HALTED,0,1", "RUNNING,1,THROTTLED,0,1", "RUNNING,1,TROUBLED,0,1",
            "RUNNING,1,SUSPENDED,0,2", "RUNNING,0,RUNNING,0,1" })
    void dashboard_statePanelOfTwoNodes_showsTheWorstCurrentState(
            String first, Integer firstOwns, String second, Integer secondOwns, double shown) {
        List<Series> series = new ArrayList<>(states("sms-0", first));
        series.addAll(states("sms-1", second));
        if (firstOwns != null) {
            series.add(figure("camel_sms_store_owner", "sms-0", firstOwns));
            series.add(figure("camel_sms_store_owner", "sms-1", secondOwns));
        }

        assertThat(shown("State", "A", series).values()).containsExactly(shown);
    }

    @Test
    void dashboard_capacityOfTwoNodes_isThatOfBothQueues() {
        assertThat(
                shown("Backlog", "C", List.of(
                        figure("camel_sms_messages_pending_max", "sms-0", 1000),
                        figure("camel_sms_messages_pending_max", "sms-1", 1000),
                        figure("camel_sms_messages_pending_max", "sms-2", Double.NaN)))
                        .values())
                .containsExactly(2000.0);
    }

    @Test
    void dashboard_paceOfTwoNodes_isThatOfTheOwner() {
        assertThat(
                shown("Pace", "A", List.of(
                        figure("camel_sms_requests_gap_seconds", "sms-0", 1), figure("camel_sms_store_owner", "sms-0", 1),
                        figure("camel_sms_requests_gap_seconds", "sms-1", 30), figure("camel_sms_store_owner", "sms-1", 0)))
                        .values())
                .containsExactly(1.0);
    }

    @Test
    void alerts_eachExpression_usesExistingMetrics() {
        assertThat(rules).isNotEmpty().allSatisfy(rule -> {
            PrometheusExpression expression = new PrometheusExpression(rule.get("expr").asText());
            assertThat(expression.problems(scrape)).as(expression.text()).isEmpty();
            assertThat(labels(TEMPLATE_LABEL, rule.get("annotations").toString())).isNotEmpty()
                    .isSubsetOf(labelsOf(expression));
        });
    }

    @Test
    void alerts_each_hasARemedyAndALinkToTheGuide() {
        String guide = Documentation.read(Documentation.ROOT.resolve(GUIDE));
        Set<String> anchors = labels(HEADING, guide).stream()
                .map(heading -> heading.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9 -]", "").replace(' ', '-'))
                .collect(Collectors.toSet());
        assertThat(rules).allSatisfy(rule -> {
            assertThat(rule.at("/labels/severity").asText()).isIn("critical", "warning");
            assertThat(rule.at("/annotations/summary").asText()).isNotEmpty();
            assertThat(rule.at("/annotations/description").asText()).isNotEmpty();
            String[] runbook = rule.at("/annotations/runbook").asText().split("#");
            assertThat(runbook[0]).isEqualTo(GUIDE);
            assertThat(anchors).contains(runbook[1]);
        });
    }

    @Test
    void alerts_all_areDocumentedWithTheirSeverityAndTested() {
        String guide = Documentation.read(Documentation.ROOT.resolve(GUIDE));
        String tests = Documentation.read(FOLDER.resolve("prometheus/alerts-test.yml"));
        assertThat(rules).allSatisfy(rule -> {
            assertThat(guide).contains(
                    "| `" + rule.get("alert").asText() + "` | `" + rule.at("/labels/severity").asText() + "` | ");
            assertThat(tests).contains("alertname=\"" + rule.get("alert").asText() + "\"");
        });
    }

    @Test
    void documentation_eachCommandThatStartsAnApplication_exitsOnOutOfMemoryError() throws IOException {
        try (Stream<Path> pages = Files.walk(Documentation.ROOT.resolve("docs"))) {
            List<String> commands = pages.filter(page -> page.toString().endsWith(".md")).flatMap(
                    page -> APPLICATION_START.matcher(Documentation.read(page).replace("\\\n", " ")).results())
                    .map(MatchResult::group).toList();
            assertThat(commands).isNotEmpty().allMatch(command -> command.contains(EXIT));
        }
        assertThat(Documentation.read(Documentation.ROOT.resolve("docs/examples/kubernetes/sms-gateway.yaml"))).contains(EXIT);
    }

    @Test
    void files_all_areReadable() throws IOException {
        try (Stream<Path> files = Files.walk(FOLDER)) {
            assertThat(files.filter(Files::isRegularFile)).hasSizeGreaterThanOrEqualTo(6)
                    .allSatisfy(file -> assertThat(read(file).isObject()).as(file.toString()).isTrue());
        }
    }

    /** Returns the values of a panel's expression, with the variables set to all accounts. */
    private Map<Map<String, String>, Double> shown(String panel, String target, List<Series> series) {
        String expression = targets(panel).stream().filter(each -> each.get("refId").asText().equals(target)).findFirst()
                .orElseThrow().get("expr").asText().replaceAll("\\$(camelContext|component|account)", ".*");
        return PrometheusEvaluation.evaluate(expression, series, 0);
    }

    private List<Series> states(String pod, String current) {
        return scrape.values("camel_sms_account_state", "state").stream()
                .map(state -> Series.of("camel_sms_account_state{pod=\"" + pod + "\",account=\"a\",state=\"" + state + "\"}",
                        state.equals(current) ? "1" : "0"))
                .toList();
    }

    private static Series figure(String name, String pod, double value) {
        return Series.of(name + "{pod=\"" + pod + "\",account=\"a\"}", String.valueOf(value));
    }

    private List<JsonNode> targets(String panel) {
        List<JsonNode> found = new ArrayList<>();
        dashboard.get("panels").forEach(each -> {
            if (each.get("title").asText().equals(panel)) {
                each.get("targets").forEach(found::add);
            }
        });
        return found;
    }

    private List<JsonNode> targets() {
        return dashboard.get("panels").findValues("targets").stream()
                .flatMap(targets -> Stream.iterate(0, i -> i < targets.size(), i -> i + 1).map(targets::get)).toList();
    }

    private Set<String> labelsOf(PrometheusExpression expression) {
        return expression.metrics().stream().flatMap(
                metric -> metric.startsWith("camel_")
                        ? scrape.labels().getOrDefault(metric, Set.of()).stream() : Stream.of("job", "instance"))
                .collect(Collectors.toSet());
    }

    private static Set<String> labels(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(found -> found.group(1)).collect(Collectors.toCollection(TreeSet::new));
    }

    private static JsonNode read(Path file) {
        String text = Documentation.read(file);
        try {
            return file.toString().endsWith(".json")
                    ? JSON.readTree(text) : JSON.valueToTree(new Load(LoadSettings.builder().build()).loadFromString(text));
        } catch (IOException e) {
            throw new IllegalArgumentException(file + " cannot be read", e);
        }
    }
}
