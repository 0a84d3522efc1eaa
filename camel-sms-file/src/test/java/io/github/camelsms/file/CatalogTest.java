package io.github.camelsms.file;

import java.beans.Introspector;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

import org.apache.camel.catalog.CamelCatalog;
import org.apache.camel.catalog.DefaultCamelCatalog;
import org.apache.camel.tooling.model.BaseOptionModel;
import org.apache.camel.tooling.model.DataFormatModel;
import org.apache.camel.util.IOHelper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that Camel's catalog loads the description of the data format, and that the description and the documentation
 * have the options of the class.
 */
class CatalogTest {

    private static final Pattern DOCUMENTED = Pattern.compile("(?m)^\\| `(\\w+)` \\| `(\\w+)` \\|");

    private final CamelCatalog catalog = new DefaultCamelCatalog();

    @Test
    void addDataFormat_withItsDescription_isKnown() throws Exception {
        addDataFormat();

        assertThat(catalog.findDataFormatNames()).contains("smsFile");
        DataFormatModel model = catalog.dataFormatModel("smsFile");
        assertThat(model.getJavaType()).isEqualTo(SmsFileDataFormat.class.getName());
        assertThat(model.getModelJavaType()).isEqualTo(SmsFileDataFormatDefinition.class.getName());
        assertThat(model.getVersion()).doesNotContain("$");
        assertThat(catalog.validateConfigurationProperty("camel.dataformat.smsFile.showNumbers=true").isSuccess()).isTrue();
        assertThat(catalog.validateConfigurationProperty("camel.dataformat.smsFile.showNumber=true").getUnknown())
                .containsExactly("camel.dataformat.smsFile.showNumber");
    }

    /** Camel's tools look here if the module is on their classpath. */
    @Test
    void description_locationOfTheCatalog_isEqual() throws Exception {
        assertThat(resource("/org/apache/camel/catalog/dataformats/smsFile.json"))
                .isEqualTo(resource("/META-INF/io/github/camelsms/file/smsFile.json"));
    }

    @Test
    void description_options_areThoseOfTheClass() throws Exception {
        addDataFormat();
        SmsFileDataFormatConfigurer options = new SmsFileDataFormatConfigurer();

        Map<String, Object> described = catalog.dataFormatModel("smsFile").getOptions().stream()
                .filter(option -> !option.getName().equals("id"))
                .collect(Collectors.toMap(BaseOptionModel::getName, option -> String.valueOf(option.getDefaultValue())));
        assertThat(described).isEqualTo(defaults());
        for (BaseOptionModel option : catalog.dataFormatModel("smsFile").getOptions()) {
            if (described.containsKey(option.getName())) {
                assertThat(option.getJavaType()).isEqualTo(options.getOptionType(option.getName(), false).getName());
            }
        }
    }

    @Test
    void documentation_options_areThoseOfTheClass() throws Exception {
        String page = Files.readString(Path.of("../docs/files.md"));
        Map<String, Object> documented = new TreeMap<>();
        Matcher row = DOCUMENTED.matcher(page.substring(page.indexOf("## Options")));
        while (row.find()) {
            documented.put(row.group(1), row.group(2));
        }

        assertThat(documented).isEqualTo(defaults());
    }

    private static Map<String, Object> defaults() throws Exception {
        SmsFileDataFormat format = new SmsFileDataFormat();
        SmsFileDataFormatConfigurer options = new SmsFileDataFormatConfigurer();
        return new TreeMap<>(
                Arrays.stream(Introspector.getBeanInfo(SmsFileDataFormat.class).getPropertyDescriptors())
                        .filter(property -> property.getWriteMethod() != null)
                        .collect(Collectors.toMap(property -> property.getName(),
                                property -> String.valueOf(options.getOptionValue(format, property.getName(), false)))));
    }

    private void addDataFormat() throws IOException {
        catalog.addDataFormat(
                "smsFile", SmsFileDataFormat.class.getName(), resource("/META-INF/io/github/camelsms/file/smsFile.json"));
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = SmsFileDataFormat.class.getResourceAsStream(name)) {
            assertThat(in).as(name).isNotNull();
            return IOHelper.loadText(in);
        }
    }
}
