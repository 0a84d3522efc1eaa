package io.github.camelsms.springboot;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

/**
 * Compares the metadata from which IDEs complete <code>camel.component.sms.*</code> with the options of the component.
 */
class SmsComponentMetadataTest {

    private static final String PREFIX = SmsComponentConfiguration.PREFIX + ".";
    private static final String CLASS = SmsComponentConfiguration.class.getSimpleName();
    private static final Map<String, String> TYPES = Map.of(
            "string", "java.lang.String", "boolean", "java.lang.Boolean", "integer", "java.lang.Integer",
            "number", "java.lang.Double", "duration", "java.time.Duration");

    private final Map<String, JsonNode> properties = properties();

    @Test
    void metadata_eachComponentOption_hasTheSameTypeAndDefault() throws IOException {
        List<String> differences = new ArrayList<>();
        options().forEach((name, option) -> differences.addAll(differences(name, option)));

        assertThat(differences).as("metadata of the starter against sms.json").isEmpty();
    }

    @Test
    void metadata_eachProperty_canBeBound() {
        Map<String, Object> values = new HashMap<>();
        properties.keySet().forEach(name -> values.put(name, ""));
        ConfigurableEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("test", values));

        assertThatCode(() -> UnknownProperties.check(environment)).doesNotThrowAnyException();
    }

    @Test
    void metadata_eachProperty_belongsToAnOptionOrToSpringBoot() throws IOException {
        List<String> known = new ArrayList<>(List.of("enabled", "customizer", "store"));
        options().keySet().forEach(option -> known.add(DataObjectPropertyName.toDashedForm(option)));

        assertThat(properties.keySet()).allSatisfy(name -> assertThat(known).as(name).contains(firstElement(name)));
    }

    @Test
    void metadata_eachProperty_hasADescription() {
        assertThat(properties)
                .allSatisfy((name, property) -> assertThat(property.path("description").asText()).as(name).isNotEmpty());
    }

    private List<String> differences(String name, JsonNode option) {
        String property = PREFIX + DataObjectPropertyName.toDashedForm(name);
        JsonNode actual = properties.get(property);
        String type = TYPES.getOrDefault(option.path("type").asText(), option.path("javaType").asText());
        String description = option.path("description").asText();
        String defaultValue = defaultValue(option, type);
        if (actual == null) {
            return List.of(
                    property + " is missing: add the field '" + name + "' of type " + type + " with getter and setter to "
                           + CLASS + ", with the Javadoc '" + description + "', and the default value " + defaultValue
                           + " to additional-spring-configuration-metadata.json");
        }
        List<String> found = new ArrayList<>();
        compare(property + ": type of the field in " + CLASS, type, actual.path("type").asText(), found);
        compare(property + ": Javadoc of the field in " + CLASS, description, actual.path("description").asText(), found);
        compare(property + ": default value in additional-spring-configuration-metadata.json", defaultValue,
                defaultValue(actual, type), found);
        return found;
    }

    private static void compare(String what, @Nullable String expected, @Nullable String actual, List<String> found) {
        if (expected == null ? actual != null : !expected.equals(actual)) {
            found.add(what + ": should be <" + expected + "> and is <" + actual + ">");
        }
    }

    /** Normalized per type: durations are milliseconds in the component, and numbers may lack a decimal point. */
    private static @Nullable String defaultValue(JsonNode property, String type) {
        String text = property.path("defaultValue").asText(null);
        if (text == null) {
            return null;
        }
        return switch (type) {
            case "java.time.Duration" -> String.valueOf(DurationStyle.detectAndParse(text).toMillis());
            case "java.lang.Double" -> String.valueOf(Double.parseDouble(text));
            default -> text;
        };
    }

    private static String firstElement(String property) {
        return property.substring(PREFIX.length()).replaceFirst("\\..*", "");
    }

    private static Map<String, JsonNode> options() throws IOException {
        Map<String, JsonNode> options = new TreeMap<>();
        read("/META-INF/io/github/camelsms/sms.json").path("componentProperties").fields()
                .forEachRemaining(option -> options.put(option.getKey(), option.getValue()));
        assertThat(options).containsKey("baseUrl");
        return options;
    }

    /** Returns the metadata of the starter, which precedes that of other jars. */
    private static Map<String, JsonNode> properties() {
        try {
            Map<String, JsonNode> properties = new TreeMap<>();
            read("/META-INF/spring-configuration-metadata.json").path("properties")
                    .forEach(property -> properties.put(property.path("name").asText(), property));
            properties.keySet().removeIf(name -> name.startsWith(SmsFileConfiguration.PREFIX));
            assertThat(properties).allSatisfy((name, property) -> assertThat(name).startsWith(PREFIX));
            return properties;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static JsonNode read(String resource) throws IOException {
        try (InputStream in = SmsComponentMetadataTest.class.getResourceAsStream(resource)) {
            assertThat(in).as(resource).isNotNull();
            return new ObjectMapper().readTree(in);
        }
    }
}
