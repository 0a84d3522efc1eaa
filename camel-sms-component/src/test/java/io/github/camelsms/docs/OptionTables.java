package io.github.camelsms.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Generates the tables of the component page from the metadata. An option that component and endpoint have in common is
 * described once, at the endpoint.
 */
final class OptionTables {

    private static final String METADATA = "src/generated/resources/META-INF/io/github/camelsms/sms.json";
    private static final String HEADING = "[width=\"100%%\",cols=\"2,5,^1,2\",options=\"header\"]%n|===%n"
                                          + "| Name | Description | Default | Type%n";

    /** Camel's own options with long descriptions, of which the first sentence is enough. */
    private static final Set<String> SHORTENED = Set.of(
            "autowiredEnabled", "bridgeErrorHandler", "exceptionHandler", "healthCheckProducerEnabled", "lazyStartProducer",
            "repeatCount", "runLoggingLevel", "scheduledExecutorService");

    private final JsonNode metadata;

    OptionTables() {
        try {
            metadata = new ObjectMapper().readTree(Documentation.MODULE.resolve(METADATA).toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    JsonNode metadata() {
        return metadata;
    }

    /**
     * Returns the page with the metadata in each table between the lines <code>// NAME: START</code> and <code>// NAME:
     * END</code>.
     */
    String inPage(String page) {
        JsonNode parameters = metadata.get("properties");
        String written = between(page, "component options", componentOptions());
        written = between(written, "path parameters", table(parameters, option -> isKind(option, "path")));
        written = between(written, "query parameters", table(parameters, option -> isKind(option, "parameter")));
        return between(written, "message headers", table(metadata.get("headers"), option -> true));
    }

    /** Returns the names of the options that component and endpoint have in common. */
    List<String> commonOptions() {
        return metadata.get("componentProperties").properties().stream().map(Map.Entry::getKey)
                .filter(metadata.get("properties")::has).toList();
    }

    private String componentOptions() {
        List<String> common = commonOptions();
        ObjectNode own = metadata.get("componentProperties").deepCopy();
        own.remove(common);
        return table(own, option -> true) + String.format(
                Locale.ROOT, "%nThe component also has these options of endpoints, as defaults for its endpoints: %s.%n",
                common.stream().map(name -> "`" + name + "`").collect(Collectors.joining(", ")));
    }

    private static boolean isKind(JsonNode option, String kind) {
        return option.get("kind").asText().equals(kind);
    }

    private static String between(String page, String name, String table) {
        String start = "// " + name + ": START\n";
        String end = "// " + name + ": END\n";
        int from = page.indexOf(start);
        int to = page.indexOf(end);
        if (from < 0 || to < from) {
            throw new IllegalStateException("the page has no place for the " + name);
        }
        return page.substring(0, from + start.length()) + table + page.substring(to);
    }

    private static String table(JsonNode options, Predicate<JsonNode> wanted) {
        StringBuilder table = new StringBuilder(String.format(Locale.ROOT, HEADING));
        for (Map.Entry<String, JsonNode> option : options.properties()) {
            if (wanted.test(option.getValue())) {
                table.append(row(option.getKey(), option.getValue()));
            }
        }
        return table.append("|===\n").toString();
    }

    private static String row(String name, JsonNode option) {
        StringBuilder description = new StringBuilder(option.get("required").asBoolean() ? "*Required* " : "");
        String text = option.get("description").asText();
        description.append(SHORTENED.contains(name) ? text.substring(0, text.indexOf(". ") + 1) : text);
        if (option.has("enum")) {
            description.append("\n\nEnum values:\n\n");
            option.get("enum").forEach(value -> description.append("* ").append(value.asText()).append('\n'));
        }
        String javaType = option.get("javaType").asText().replaceFirst("<.*", "");
        String type = option.has("type") && option.get("type").asText().equals("duration")
                ? "duration" : javaType.substring(javaType.lastIndexOf('.') + 1);
        return "| *" + name + "* (" + option.get("group").asText() + ") | "
               + description.toString().replace("|", "\\|") + " | " + option.path("defaultValue").asText() + " | " + type
               + "\n";
    }
}
