package io.github.camelsms.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/**
 * Generates the tables of the component page from the metadata.
 */
final class OptionTables {

    private static final String METADATA = "src/generated/resources/META-INF/io/github/camelsms/sms.json";
    private static final String HEADING = "[width=\"100%%\",cols=\"2,5,^1,2\",options=\"header\"]%n|===%n"
                                          + "| Name | Description | Default | Type%n";

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
        String written = between(page, "component options", table(metadata.get("componentProperties"), option -> true));
        written = between(written, "path parameters", table(parameters, option -> isKind(option, "path")));
        written = between(written, "query parameters", table(parameters, option -> isKind(option, "parameter")));
        return between(written, "message headers", table(metadata.get("headers"), option -> true));
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
        description.append(option.get("description").asText());
        if (option.has("enum")) {
            description.append("\n\nEnum values:\n\n");
            option.get("enum").forEach(value -> description.append("* ").append(value.asText()).append('\n'));
        }
        String javaType = option.get("javaType").asText();
        String type = option.has("type") && option.get("type").asText().equals("duration")
                ? "duration" : javaType.substring(javaType.lastIndexOf('.') + 1);
        return "| *" + name + "* (" + option.get("group").asText() + ") | "
               + description.toString().replace("|", "\\|") + " | " + option.path("defaultValue").asText() + " | " + type
               + "\n";
    }
}
