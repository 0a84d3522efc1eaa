package io.github.camelsms.springboot;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.github.camelsms.store.jdbc.JdbcMessageStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import org.apache.camel.RoutesBuilder;
import org.apache.camel.builder.RouteBuilder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests that an application that does not start says why in a few lines, with the name of the property.
 */
@ExtendWith(OutputCaptureExtension.class)
class StartFailureAnalyzerTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void start_wrongBaseUrl_namesTheProperty(CapturedOutput output) {
        start("camel.component.sms.base-url=ftp://sms.example.com");

        assertThat(report(output)).contains("must start with http:// or https://", "camel.component.sms.base-url");
    }

    @Test
    void start_misspelledProperty_namesItWithoutItsValue(CapturedOutput output) {
        start("camel.component.sms.pasword=geheim");

        assertThat(report(output)).contains(
                "Not a property of the sms component: camel.component.sms.pasword", "Correct the name");
    }

    @Test
    void start_storeInUse_namesTheProperty(CapturedOutput output) throws Exception {
        try (JdbcMessageStore other = new JdbcMessageStore()) {
            other.setFile(folder.resolve("sms.db").toString());
            other.start();

            start("camel.component.sms.store.jdbc.file=" + folder.resolve("sms.db"));
        }

        assertThat(report(output)).contains("sms.db", "camel.component.sms.store.jdbc.file");
    }

    @Test
    void start_storeThatCannotBeWritten_namesTheProperty(CapturedOutput output) {
        start("camel.component.sms.store.jdbc.file=/proc/self/task/sms.db");

        assertThat(report(output)).contains("/proc/self/task", "camel.component.sms.store.jdbc.file");
    }

    @Test
    void start_storeWithoutFileAndDatabase_namesTheProperties(CapturedOutput output) {
        start("camel.component.sms.store.jdbc.lease-duration=30s");

        assertThat(report(output)).contains("neither a file nor a single DataSource", "camel.component.sms.store.jdbc.*");
    }

    @Test
    void start_optionOutOfRange_namesTheProperty(CapturedOutput output) {
        start("camel.component.sms.batch-size=201");

        assertThat(report(output)).contains("batchSize=201", "camel.component.sms.batch-size");
    }

    private static void start(String property) {
        List<String> arguments = new ArrayList<>(
                List.of("--camel.component.sms.base-url=http://localhost:1", "--camel.component.sms.username=me",
                        "--camel.component.sms.password=geheim"));
        arguments.removeIf(argument -> argument.startsWith("--" + property.substring(0, property.indexOf('=') + 1)));
        arguments.add("--" + property);
        SpringApplication application = new SpringApplication(Application.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setBannerMode(Banner.Mode.OFF);
        assertThatThrownBy(() -> application.run(arguments.toArray(String[]::new)).close()).isNotNull();
    }

    /** Returns the report. Nothing else is logged with a stack trace, such as by Camel. */
    private static String report(CapturedOutput output) {
        assertThat(output).contains("APPLICATION FAILED TO START").doesNotContain("geheim").doesNotContain("\tat ");
        assertThat(output.toString().lines()).hasSizeLessThan(30);
        return output.toString().substring(output.toString().indexOf("APPLICATION FAILED TO START"));
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @Bean
        RoutesBuilder route() {
            return new RouteBuilder() {
                @Override
                public void configure() {
                    from("direct:in").to("sms:send");
                }
            };
        }
    }
}
