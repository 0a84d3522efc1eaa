package io.github.camelsms.docs;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Compares the table of meters with the meters of an application and a Prometheus scrape.
 */
class MetricsTableTest {

    private static final Path PAGE = Documentation.ROOT.resolve("docs/observability.md");
    private static final List<String> ON_ALL = List.of("camelContext", "component", "account");

    private final PrometheusScrape scrape = PrometheusScrape.taken();

    @Test
    void table_ofThePage_equalsThePrometheusScrape() {
        Map<String, Meter> meters = scrape.meters().stream().collect(
                Collectors.toMap(meter -> meter.getId().getName(), meter -> meter, (one, other) -> one, TreeMap::new));
        String table = meters.values().stream().map(this::row).collect(Collectors.joining());
        assertThat(meters).isNotEmpty();
        assertThat(Documentation.read(PAGE)).as("The table of meters should be%n%s", table)
                .contains("| Meter | Type | Own tags | In Prometheus | Description |\n|---|---|---|---|---|\n" + table + "\n");
    }

    @Test
    void scrape_oneAccount_hasTheDocumentedSize() {
        assertThat(Documentation.read(PAGE))
                .contains("about %d lines".formatted(Math.round(scrape.samples().size() / 10.0) * 10));
    }

    @Test
    void scrape_application_hasTheDocumentedTags() {
        assertThat(scrape.samples()).isNotEmpty().allSatisfy(
                sample -> assertThat(sample.labels()).containsKeys(ON_ALL.toArray(String[]::new)));
        assertThat(scrape.values("camel_sms_messages_total", "account")).singleElement().asString()
                .startsWith("demo@localhost:");
    }

    @Test
    void scrape_afterSending_countsTheMessageWithoutShowingIt() {
        assertThat(scrape.samples()).filteredOn(
                sample -> sample.name().equals("camel_sms_messages_total")
                        && "ACCEPTED".equals(sample.labels().get("outcome")))
                .singleElement().satisfies(sample -> assertThat(sample.value()).isEqualTo(1));
        assertThat(scrape.text()).doesNotContain(PrometheusScrape.SECRETS);
    }

    private String row(Meter meter) {
        Meter.Id id = meter.getId();
        String tags = id.getTags().stream().map(Tag::getKey).filter(tag -> !ON_ALL.contains(tag)).distinct()
                .map(tag -> "`" + tag + "`").collect(Collectors.joining(", "));
        return "| `%s` | %s | %s | `%s` | %s |%n".formatted(
                id.getName(), type(id), tags, prometheusName(id), id.getDescription()).replace("|  |", "| |");
    }

    private static String type(Meter.Id id) {
        String type = id.getType().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        return type + ("seconds".equals(id.getBaseUnit()) ? ", seconds" : "");
    }

    /** Returns the metric whose help is the description of the meter, without the suffixes of Prometheus. */
    private String prometheusName(Meter.Id id) {
        return scrape.helps().entrySet().stream().filter(help -> help.getValue().equals(id.getDescription()))
                .map(Map.Entry::getKey).filter(name -> !name.endsWith("_max") || id.getType() == Meter.Type.GAUGE)
                .collect(Collectors.joining(" or "));
    }
}
