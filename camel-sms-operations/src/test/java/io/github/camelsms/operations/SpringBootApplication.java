package io.github.camelsms.operations;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.github.camelsms.simulator.SmsSimulator;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

import org.apache.camel.CamelContext;
import org.apache.camel.builder.RouteBuilder;

/**
 * An application on Spring Boot.
 */
public final class SpringBootApplication implements OperatedApplication {

    private final ConfigurableApplicationContext application;

    private SpringBootApplication(ConfigurableApplicationContext application) {
        this.application = application;
    }

    /**
     * Starts an application without the page.
     *
     * @param file       of the message store
     * @param properties more properties
     */
    public static SpringBootApplication start(SmsSimulator simulator, Path file, Map<String, String> properties) {
        List<String> arguments = new ArrayList<>(
                List.of(
                        "--camel.component.sms.base-url=" + simulator.baseUrl(),
                        "--camel.component.sms.username=" + simulator.username(), "--camel.component.sms.password=demo",
                        "--camel.component.sms.store.jdbc.file=" + file, "--server.port=0", "--server.address=127.0.0.1",
                        "--spring.main.banner-mode=off"));
        properties.forEach((name, value) -> arguments.add("--" + name + "=" + value));
        return new SpringBootApplication(
                new SpringApplicationBuilder(Application.class).run(arguments.toArray(String[]::new)));
    }

    /** Starts an application with the settings of the documentation. */
    public static SpringBootApplication start(SmsSimulator simulator, Path file) throws IOException {
        return start(simulator, file, OperatedApplication.documented("spring-boot.properties"));
    }

    @Override
    public String server() {
        String port = application.getEnvironment().getProperty("local.management.port",
                application.getEnvironment().getRequiredProperty("local.server.port"));
        return "http://127.0.0.1:" + port + "/";
    }

    @Override
    public String page() {
        return server() + "actuator/sms";
    }

    @Override
    public CamelContext context() {
        return application.getBean(CamelContext.class);
    }

    @Override
    public void close() {
        application.close();
    }

    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Application {

        @Bean
        RouteBuilder statuses() {
            return new MainApplication.StatusRoute();
        }
    }
}
