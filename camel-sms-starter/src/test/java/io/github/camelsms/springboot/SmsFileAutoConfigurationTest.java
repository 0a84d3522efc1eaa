package io.github.camelsms.springboot;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.camelsms.file.SmsFileDataFormat;
import io.github.camelsms.file.SmsFileDataFormatDefinition;
import io.github.camelsms.file.SmsFileFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import org.apache.camel.CamelContext;
import org.apache.camel.reifier.dataformat.DataFormatReifier;
import org.apache.camel.spring.boot.CamelAutoConfiguration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for options of the data format <code>smsFile</code> in Spring Boot.
 */
class SmsFileAutoConfigurationTest {

    private static final String PREFIX = SmsFileConfiguration.PREFIX + ".";
    private static final String[] ALL = {
            PREFIX + "charset=IBM850", PREFIX + "format=csv", PREFIX + "header=false",
            PREFIX + "show-numbers=true" };

    private final ApplicationContextRunner application = new ApplicationContextRunner().withConfiguration(
            AutoConfigurations.of(CamelAutoConfiguration.class, SmsFileAutoConfiguration.class));

    @Test
    void options_properties_areSetOnEachDataFormat() {
        start(application.withPropertyValues(ALL), context -> {
            for (Object format : new Object[] {
                    context.resolveDataFormat("smsFile"), context.createDataFormat("smsFile"),
                    DataFormatReifier.getDataFormat(context, new SmsFileDataFormatDefinition()) }) {
                SmsFileDataFormat options = (SmsFileDataFormat) format;
                assertThat(options.getCharset()).isEqualTo("IBM850");
                assertThat(options.getFormat()).isEqualTo(SmsFileFormat.csv);
                assertThat(options.isHeader()).isFalse();
                assertThat(options.isShowNumbers()).isTrue();
            }
        });
    }

    @Test
    void options_ofADefinition_havePrecedence() {
        start(application.withPropertyValues(ALL), context -> {
            SmsFileDataFormat options = (SmsFileDataFormat) DataFormatReifier.getDataFormat(context,
                    new SmsFileDataFormatDefinition().charset("UTF-8"));
            assertThat(options.getCharset()).isEqualTo("UTF-8");
            assertThat(options.isHeader()).isFalse();
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "camel.dataformat.enabled=false", "camel.dataformat.sms-file.enabled=false",
            "camel.dataformat.customizer.enabled=false", "camel.dataformat.sms-file.customizer.enabled=false" })
    void options_disabled_areDefaults(String property) {
        start(application.withPropertyValues(ALL).withPropertyValues(property), SmsFileAutoConfigurationTest::hasDefaults);
    }

    @Test
    void options_noProperties_areDefaults() {
        start(application, SmsFileAutoConfigurationTest::hasDefaults);
    }

    @Test
    void start_withoutTheModule_isNotConfigured() {
        application.withClassLoader(new FilteredClassLoader("io.github.camelsms.file")).run(context -> assertThat(context)
                .hasNotFailed().doesNotHaveBean(SmsFileAutoConfiguration.class));
    }

    @Test
    void metadata_eachOption_isThatOfTheCatalog() throws IOException {
        Map<String, JsonNode> properties = new TreeMap<>();
        read("/META-INF/spring-configuration-metadata.json").path("properties").forEach(property -> {
            if (property.path("name").asText().startsWith(PREFIX)) {
                properties.put(property.path("name").asText().substring(PREFIX.length()), property);
            }
        });
        assertThat(properties).containsKeys("enabled", "customizer.enabled");
        properties.keySet().removeIf(name -> name.endsWith("enabled"));
        Map<String, JsonNode> options = new TreeMap<>();
        read("/META-INF/io/github/camelsms/file/smsFile.json").path("properties").fields().forEachRemaining(
                option -> options.put(DataObjectPropertyName.toDashedForm(option.getKey()), option.getValue()));
        options.remove("id");

        assertThat(properties).hasSameSizeAs(options);
        options.forEach((name, option) -> {
            JsonNode property = properties.get(name);
            assertThat(property).as(name).isNotNull();
            assertThat(property.path("defaultValue")).as(name).isEqualTo(option.path("defaultValue"));
            assertThat(property.path("description")).as(name).isEqualTo(option.path("description"));
        });
    }

    private static void hasDefaults(CamelContext context) {
        SmsFileDataFormat options = (SmsFileDataFormat) context.createDataFormat("smsFile");
        assertThat(options.getCharset()).isEqualTo("auto");
        assertThat(options.getFormat()).isEqualTo(SmsFileFormat.auto);
        assertThat(options.isHeader()).isTrue();
        assertThat(options.isShowNumbers()).isFalse();
    }

    private static void start(ApplicationContextRunner application, Consumer<CamelContext> check) {
        application.run(context -> {
            assertThat(context).hasNotFailed();
            check.accept(context.getBean(CamelContext.class));
        });
    }

    private static JsonNode read(String resource) throws IOException {
        try (InputStream in = SmsFileAutoConfigurationTest.class.getResourceAsStream(resource)) {
            assertThat(in).as(resource).isNotNull();
            return new ObjectMapper().readTree(in);
        }
    }
}
