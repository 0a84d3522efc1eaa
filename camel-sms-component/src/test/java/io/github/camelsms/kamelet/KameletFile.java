package io.github.camelsms.kamelet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * A Kamelet of the jar.
 *
 * @param name file name without extension
 * @param root content of the file
 */
record KameletFile(String name, JsonNode root) {

    private static final Path FOLDER = Path.of("src/main/resources/kamelets");
    private static final String EXTENSION = ".kamelet.yaml";
    private static final Pattern PARAMETER = Pattern.compile("\\{\\{\\??(\\w+)}}|#property:(\\w+)");

    static List<KameletFile> all() {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.sorted().map(KameletFile::read).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static KameletFile read(Path file) {
        try {
            Object content = new Load(LoadSettings.builder().build()).loadFromString(Files.readString(file));
            String name = String.valueOf(file.getFileName());
            return new KameletFile(name.replace(EXTENSION, ""), new ObjectMapper().valueToTree(content));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    JsonNode metadata() {
        return root.path("metadata");
    }

    String annotation(String key) {
        return metadata().path("annotations").path("camel.apache.org/" + key).asText();
    }

    /** Returns whether it is a source, a sink or an action. */
    String type() {
        return metadata().path("labels").path("camel.apache.org/kamelet.type").asText();
    }

    JsonNode definition() {
        return root.path("spec").path("definition");
    }

    JsonNode properties() {
        return definition().path("properties");
    }

    Set<String> propertyNames() {
        return names(properties());
    }

    List<String> dependencies() {
        return texts(root.path("spec").path("dependencies"));
    }

    List<String> required() {
        return texts(definition().path("required"));
    }

    /** Returns the properties in the template: names in double braces, and those after #property. */
    Set<String> namesInTemplate() {
        Set<String> names = new TreeSet<>();
        Matcher matcher = PARAMETER.matcher(root.path("spec").path("template").toString());
        while (matcher.find()) {
            names.add(matcher.group(1) == null ? matcher.group(2) : matcher.group(1));
        }
        return names;
    }

    /** Returns the endpoint of the component in the template. */
    JsonNode endpoint() {
        return root.path("spec").path("template").findParents("uri").stream()
                .filter(node -> node.path("uri").asText().startsWith("sms:")).findFirst().orElseThrow();
    }

    static Set<String> names(JsonNode object) {
        Set<String> names = new TreeSet<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    static List<String> texts(JsonNode list) {
        return Stream.iterate(0, index -> index < list.size(), index -> index + 1)
                .map(index -> list.get(index).asText()).toList();
    }

    @Override
    public String toString() {
        return name;
    }
}
