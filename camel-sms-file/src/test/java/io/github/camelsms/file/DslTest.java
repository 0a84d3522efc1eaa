package io.github.camelsms.file;

import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;

import io.github.camelsms.model.SmsSendResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.RoutesBuilder;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.main.Main;
import org.apache.camel.model.DataFormatDefinition;
import org.apache.camel.model.dataformat.CustomDataFormat;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Options of the data format in each DSL, and as properties of Camel Main.
 */
class DslTest {

    private static final String CSV = "destination,messageText\n11987654321,ol\u00E1\n";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = { "options.camel.yaml", "options.camel.xml" })
    void load_routesWithOptions_useThem(String name) throws Exception {
        try (CamelContext context = new DefaultCamelContext()) {
            PluginHelper.getRoutesLoader(context).loadRoutes(
                    ResourceHelper.resolveMandatoryResource(context, "classpath:docs/" + name));
            context.addRoutes(new RouteBuilder() {
                @Override
                public void configure() {
                    from("direct:send").setBody(DslTest::text);
                    from("direct:append").convertBodyTo(String.class);
                }
            });
            context.start();

            check(context);
        }
    }

    @Test
    void java_definitionWithPlaceholders_usesThem() throws Exception {
        try (CamelContext context = new DefaultCamelContext()) {
            context.getPropertiesComponent().addInitialProperty("charset", "IBM850");
            context.getPropertiesComponent().addInitialProperty("show", "true");
            DataFormatDefinition copy = new SmsFileDataFormatDefinition().charset("{{charset}}").format(SmsFileFormat.csv)
                    .copyDefinition();
            context.addRoutes(routes(copy, new SmsFileDataFormatDefinition().header(false).showNumbers("{{show}}")));
            context.start();

            check(context);
        }
    }

    @Test
    void java_dataFormat_usesItsOptions() throws Exception {
        SmsFileDataFormat read = new SmsFileDataFormat();
        read.setCharset("IBM850");
        SmsFileDataFormat write = new SmsFileDataFormat();
        write.setHeader(false);
        write.setShowNumbers(true);
        try (CamelContext context = new DefaultCamelContext()) {
            context.addRoutes(routes(new DataFormatDefinition(read), new DataFormatDefinition(write)));
            context.start();

            check(context);
        }
    }

    @Test
    void java_definitionWithUnknownCharset_failsAtStart() throws Exception {
        try (CamelContext context = new DefaultCamelContext()) {
            SmsFileDataFormatDefinition wrong = new SmsFileDataFormatDefinition().charset("utf-9");
            assertThatThrownBy(() -> {
                context.addRoutes(routes(wrong, wrong));
                context.start();
            }).hasStackTraceContaining("charset=utf-9 is not a character set");
        }
    }

    /**
     * Camel Main sets properties on the data format of this name, not on those that a definition or endpoint creates.
     */
    @Test
    void main_properties_areThoseOfTheNamedDataFormat() throws Exception {
        Main main = new Main();
        main.addInitialProperty("camel.dataformat.smsFile.charset", "IBM850");
        main.addInitialProperty("camel.dataformat.smsFile.header", "false");
        main.addInitialProperty("camel.dataformat.smsFile.show-numbers", "true");
        main.configure().addRoutesBuilder(routes(new CustomDataFormat("smsFile"), new CustomDataFormat("smsFile")));
        main.start();
        try {
            check(main.getCamelContext());
        } finally {
            main.stop();
        }
    }

    private static Object text(Exchange exchange) {
        return String.valueOf(exchange.getMessage().getBody(SmsFile.class).next().fields().get("messageText"));
    }

    private static RoutesBuilder routes(DataFormatDefinition read, DataFormatDefinition write) {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:read").unmarshal(read).setBody(DslTest::text);
                from("direct:write").marshal(write).convertBodyTo(String.class);
            }
        };
    }

    /** Checks routes with charset=IBM850, header=false and showNumbers=true. */
    private void check(CamelContext context) throws Exception {
        Path file = Files.writeString(folder.resolve("in.csv"), CSV, Charset.forName("IBM850"));
        SmsSendResult result = SmsSendResult.rejected(null, "bad", "a").about("11987654321", null);
        try (ProducerTemplate template = context.createProducerTemplate()) {
            assertThat(template.requestBody("direct:read", file, String.class)).isEqualTo("ol\u00E1");
            assertThat(template.requestBody("direct:write", result, String.class))
                    .isEqualTo("a,REJECTED,,,bad,,11987654321,,\n");
        }
    }
}
