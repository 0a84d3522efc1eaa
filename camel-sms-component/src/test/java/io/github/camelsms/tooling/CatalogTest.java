package io.github.camelsms.tooling;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Properties;

import io.github.camelsms.SmsComponent;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.apache.camel.catalog.CamelCatalog;
import org.apache.camel.catalog.ConfigurationPropertiesValidationResult;
import org.apache.camel.catalog.DefaultCamelCatalog;
import org.apache.camel.catalog.EndpointValidationResult;
import org.apache.camel.util.IOHelper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that Camel's catalog loads the component's metadata, from a tool and from the jar, and finds invalid options
 * with it.
 */
class CatalogTest {

    private static final String OF_CAMEL = "META-INF/io/github/camelsms/sms.json";
    private static final String OF_THE_CATALOGUE = "org/apache/camel/catalog/components/sms.json";
    private static final String OF_INTELLIJ = "io/github/camelsms/sms.json";

    private final CamelCatalog catalog = new DefaultCamelCatalog();

    @BeforeEach
    void addComponent() throws IOException {
        catalog.addComponent("sms", SmsComponent.class.getName(), resource(OF_CAMEL));
    }

    @Test
    void addComponent_withItsMetadata_isKnown() {
        assertThat(catalog.findComponentNames()).contains("sms");
        assertThat(catalog.componentModel("sms").getTitle()).isEqualTo("SMS");
        assertThat(catalog.componentModel("sms").getEndpointHeaders()).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "sms:send", "sms:send?batchSize=100&deliveryTimeout=2m&longMessage=split&requestsPerSecond=2.5",
            "sms:status?delay=5000&greedy=true", "sms:status?query=byDate",
            "sms:send?password={{secret}}&batchSize={{batch}}" })
    void validate_validEndpoint_succeeds(String uri) {
        EndpointValidationResult result = catalog.validateEndpointProperties(uri);

        assertThat(result.isSuccess()).as(result.summaryErrorMessage(false)).isTrue();
        assertThat(result.hasWarnings()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({ "sms:send?batchSzie=100, batchSzie", "sms:status?dealy=5000, dealy" })
    void validate_misspelledOption_namesIt(String uri, String option) {
        EndpointValidationResult result = catalog.validateEndpointProperties(uri);

        assertThat(result.isSuccess()).isFalse();
        assertThat(result.getUnknown()).containsExactly(option);
    }

    @Test
    void validate_valuesOfTheWrongType_namesThem() {
        EndpointValidationResult result
                = catalog.validateEndpointProperties("sms:send?batchSize=many&longMessage=cut&transliterate=perhaps");

        assertThat(result.getInvalidInteger()).containsKey("batchSize");
        assertThat(result.getInvalidEnum()).containsKey("longMessage");
        assertThat(result.getInvalidBoolean()).containsKey("transliterate");
    }

    /**
     * Camel's catalog describes its scheduler options more narrowly than Camel accepts them; the tooling page explains
     * what to write.
     */
    @Test
    void validate_schedulerOptions_areRejectedAsDescribedByCamel() {
        assertThat(catalog.validateEndpointProperties("sms:status?delay=5s").getInvalidInteger())
                .containsEntry("delay", "5s");
        assertThat(catalog.validateEndpointProperties("sms:status?scheduler=quartz").getInvalidReference())
                .containsEntry("scheduler", "quartz");
    }

    @Test
    void validate_unknownResource_namesIt() {
        assertThat(catalog.validateEndpointProperties("sms:sned").getInvalidEnum()).containsEntry("resource", "sned");
    }

    @Test
    void validate_propertiesFileOption_isChecked() {
        ConfigurationPropertiesValidationResult good
                = catalog.validateConfigurationProperty("camel.component.sms.requests-per-second=2");
        ConfigurationPropertiesValidationResult misspelled
                = catalog.validateConfigurationProperty("camel.component.sms.request-per-second=2");

        assertThat(good.isSuccess()).isTrue();
        assertThat(misspelled.getUnknown()).containsExactly("camel.component.sms.request-per-second");
    }

    @Test
    void asEndpointUri_options_returnsTheSmsUri() throws Exception {
        assertThat(catalog.asEndpointUri("sms", Map.of("resource", "send", "batchSize", "100"), false))
                .isEqualTo("sms:send?batchSize=100");
    }

    @Test
    void catalog_componentJarOnTheClassPath_knowsTheComponent() {
        CamelCatalog plain = new DefaultCamelCatalog();
        plain.getJSonSchemaResolver().setClassLoader(CatalogTest.class.getClassLoader());

        assertThat(plain.validateEndpointProperties("sms:send?batchSize=100", true).isSuccess()).isTrue();
        assertThat(plain.validateEndpointProperties("sms:send?batchSzie=100", true).getUnknown())
                .containsExactly("batchSzie");
        assertThat(plain.validateConfigurationProperty("camel.component.sms.batch-szie=100").getUnknown())
                .containsExactly("camel.component.sms.batch-szie");
    }

    @ParameterizedTest
    @ValueSource(strings = { OF_THE_CATALOGUE, OF_INTELLIJ })
    void metadata_eachLocation_isEqual(String path) throws IOException {
        assertThat(resource(path)).isEqualTo(resource(OF_CAMEL));
    }

    @Test
    void componentProperties_metaInf_nameTheComponent() throws IOException {
        Properties properties = new Properties();
        try (InputStream in = stream("META-INF/services/org/apache/camel/component.properties")) {
            properties.load(in);
        }

        assertThat(properties).containsEntry("components", "sms").containsEntry("groupId", "io.github.camelsms")
                .containsEntry("artifactId", "camel-sms-component");
    }

    @Test
    void check_documentedExample_findsTheMisspelledOption() throws IOException {
        assertThat(check("sms:send?batchSize=100").isSuccess()).isTrue();
        assertThat(check("sms:send?batchSzie=100").summaryErrorMessage(false)).contains("batchSzie", "Unknown option");
    }

    // tag::check[]
    static EndpointValidationResult check(String uri) throws IOException {
        CamelCatalog catalog = new DefaultCamelCatalog();
        try (InputStream description = SmsComponent.class.getResourceAsStream("/META-INF/io/github/camelsms/sms.json")) {
            catalog.addComponent("sms", SmsComponent.class.getName(), IOHelper.loadText(description));
        }
        return catalog.validateEndpointProperties(uri);
    }
    // end::check[]

    private static String resource(String path) throws IOException {
        try (InputStream in = stream(path)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Located through the component's own classes, because each Camel jar has a file component.properties. */
    private static InputStream stream(String path) throws IOException {
        return new URL(SmsComponent.class.getProtectionDomain().getCodeSource().getLocation(), path).openStream();
    }
}
