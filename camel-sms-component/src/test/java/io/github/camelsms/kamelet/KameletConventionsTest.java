package io.github.camelsms.kamelet;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

import javax.xml.parsers.DocumentBuilderFactory;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.apache.camel.catalog.CamelCatalog;
import org.apache.camel.catalog.DefaultCamelCatalog;
import org.apache.camel.catalog.EndpointValidationResult;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that the Kamelets follow the conventions of Camel's Kamelet catalog, and that their properties are options of
 * the component.
 */
class KameletConventionsTest {

    private static final String ICON = "data:image/svg+xml;base64,";
    private static final String CREDENTIALS = "urn:camel:group:credentials";
    /** Kamelet names of option types. */
    private static final Map<String, String> TYPES = Map.of(
            "string", "string", "enum", "string", "boolean", "boolean", "integer", "integer", "duration", "integer",
            "number", "number");
    /** Properties whose default differs from that of the option. */
    private static final List<String> OWN_DEFAULT = List.of("delay");

    static List<KameletFile> kamelets() {
        return KameletFile.all();
    }

    @Test
    void jar_kameletDirectory_containsTheKamelets() {
        assertThat(kamelets()).extracting(KameletFile::name).containsExactly("sms-send-sink", "sms-status-source");
    }

    @ParameterizedTest
    @MethodSource("kamelets")
    void name_equalsTheFileNameAndEndsWithTheType(KameletFile kamelet) {
        assertThat(kamelet.root().path("apiVersion").asText()).isEqualTo("camel.apache.org/v1");
        assertThat(kamelet.root().path("kind").asText()).isEqualTo("Kamelet");
        assertThat(kamelet.metadata().path("name").asText()).isEqualTo(kamelet.name());
        assertThat(kamelet.type()).isIn("source", "sink", "action");
        assertThat(kamelet.name()).endsWith("-" + kamelet.type());
        assertThat(kamelet.definition().path("title").asText()).endsWithIgnoringCase(" " + kamelet.type());
    }

    @ParameterizedTest
    @MethodSource("kamelets")
    void annotations_required_arePresent(KameletFile kamelet) throws IOException {
        assertThat(kamelet.annotation("kamelet.support.level")).isIn("Preview", "Stable");
        assertThat(kamelet.annotation("provider")).isNotEmpty();
        assertThat(kamelet.annotation("kamelet.group")).isNotEmpty();
        assertThat(kamelet.annotation("kamelet.namespace")).isNotEmpty();
        assertThat(parentPom()).contains("<version>" + kamelet.annotation("catalog.version") + "</version>");
    }

    @ParameterizedTest
    @MethodSource("kamelets")
    void icon_isSvg(KameletFile kamelet) throws Exception {
        String icon = kamelet.annotation("kamelet.icon");

        assertThat(icon).startsWith(ICON);
        byte[] svg = Base64.getDecoder().decode(icon.substring(ICON.length()));
        assertThat(DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new ByteArrayInputStream(svg))
                .getDocumentElement().getTagName()).isEqualTo("svg");
    }

    @ParameterizedTest
    @MethodSource("kamelets")
    void definition_andItsProperties_haveDescriptions(KameletFile kamelet) {
        assertThat(kamelet.definition().path("description").asText()).isNotEmpty();
        assertThat(kamelet.definition().path("type").asText()).isEqualTo("object");
        assertThat(kamelet.properties()).isNotEmpty().allSatisfy(property -> {
            assertThat(property.path("title").asText()).matches("[A-Z].*").doesNotMatch("(The|An?) .*");
            assertThat(property.path("description").asText()).matches("(?s)[A-Z].*[.]");
            assertThat(property.path("type").asText()).isIn(TYPES.values());
        });
    }

    @ParameterizedTest
    @MethodSource("kamelets")
    void requiredNames_areProperties(KameletFile kamelet) {
        assertThat(kamelet.required()).doesNotHaveDuplicates().isSubsetOf(kamelet.propertyNames());
        assertThat(kamelet.required()).allSatisfy(name -> assertThat(kamelet.properties().path(name).has("default")).isFalse());
    }

    @ParameterizedTest
    @MethodSource("kamelets")
    void properties_each_isUsedInTheTemplate(KameletFile kamelet) {
        assertThat(kamelet.namesInTemplate()).isEqualTo(kamelet.propertyNames());
    }

    @ParameterizedTest
    @MethodSource("kamelets")
    void properties_optional_haveADefault(KameletFile kamelet) {
        kamelet.properties().fields().forEachRemaining(property -> assertThat(
                kamelet.required().contains(property.getKey()) || property.getValue().has("default"))
                .as(property.getKey()).isTrue());
    }

    @ParameterizedTest
    @MethodSource("kamelets")
    void properties_each_isAComponentOption(KameletFile kamelet) throws IOException {
        JsonNode options = metadata().path("properties");
        kamelet.properties().fields().forEachRemaining(property -> {
            JsonNode option = options.path(property.getKey());
            assertThat(option.isObject()).as("option %s", property.getKey()).isTrue();
            assertThat(property.getValue().path("type").asText()).as("type of %s", property.getKey())
                    .isEqualTo(TYPES.get(option.path("type").asText()));
            assertThat(KameletFile.texts(property.getValue().path("enum"))).as("values of %s", property.getKey())
                    .isEqualTo(KameletFile.texts(option.path("enum")));
            if (property.getValue().has("default") && !OWN_DEFAULT.contains(property.getKey())) {
                assertThat(property.getValue().path("default").asText()).as("default of %s", property.getKey())
                        .isEqualTo(option.path("defaultValue").asText());
            }
        });
    }

    @ParameterizedTest
    @MethodSource("kamelets")
    void properties_secret_areMarked(KameletFile kamelet) throws IOException {
        JsonNode options = metadata().path("properties");
        kamelet.properties().fields().forEachRemaining(property -> assertThat(
                KameletFile.texts(property.getValue().path("x-descriptors")).contains(CREDENTIALS))
                .as(property.getKey()).isEqualTo(options.path(property.getKey()).path("secret").asBoolean()));
        assertThat(kamelet.properties().path("password").path("format").asText()).isEqualTo("password");
    }

    @ParameterizedTest
    @MethodSource("kamelets")
    void endpoint_ofTheTemplate_isValid(KameletFile kamelet) throws Exception {
        JsonNode endpoint = kamelet.endpoint();
        StringJoiner uri = new StringJoiner("&", endpoint.path("uri").asText() + "?", "");
        endpoint.path("parameters").fields().forEachRemaining(
                parameter -> uri.add(parameter.getKey() + "=" + parameter.getValue().asText()));
        CamelCatalog catalog = new DefaultCamelCatalog();
        catalog.addComponent("sms", "io.github.camelsms.SmsComponent", metadata().toString());

        EndpointValidationResult result = catalog.validateEndpointProperties(uri.toString());

        assertThat(result.isSuccess()).as(result.summaryErrorMessage(false)).isTrue();
    }

    @ParameterizedTest
    @MethodSource("kamelets")
    void dependencies_containTheComponentOfThisVersion(KameletFile kamelet) {
        assertThat(kamelet.dependencies()).contains(
                "camel:core", "camel:kamelet",
                "mvn:io.github.camelsms:camel-sms-component:" + kamelet.annotation("catalog.version"));
    }

    private static JsonNode metadata() throws IOException {
        return new ObjectMapper()
                .readTree(Path.of("src/generated/resources/META-INF/io/github/camelsms/sms.json").toFile());
    }

    private static String parentPom() throws IOException {
        return Files.readString(Path.of("../pom.xml"));
    }
}
