package io.github.camelsms.sample.springboot;

import java.net.ConnectException;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.camelsms.simulator.SmsSimulator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.event.ApplicationFailedEvent;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.GenericApplicationListener;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests for settings from the environment; the application is not started.
 */
@ExtendWith(OutputCaptureExtension.class)
class ServiceSettingsTest {

    private static final Map<String, Object> SERVICE = Map.of("SMS_SERVICE_URL", "https://sms.example.com",
            "SMS_SERVICE_USERNAME", "my-account", "SMS_SERVICE_PASSWORD", "geheim");

    @Test
    void start_noServiceAddress_namesTheSettingWithoutStackTrace(CapturedOutput output) {
        assertThatThrownBy(() -> start(Map.of())).hasMessageContaining("sms.service.url is not set");

        assertThat(output).contains("SMS_SERVICE_URL", "--spring.profiles.active=demo", "sms.simulator=true")
                .doesNotContain("\tat ");
    }

    @Test
    void start_serviceVariables_configureTheComponent() {
        try (ConfigurableApplicationContext context = start(SERVICE)) {
            assertThat(property(context, "base-url")).isEqualTo("https://sms.example.com");
            assertThat(property(context, "username")).isEqualTo("my-account");
            assertThat(property(context, "password")).isEqualTo("geheim");
            assertThat(context.getBeanProvider(SmsSimulator.class).getIfAvailable()).isNull();
        }
    }

    @Test
    void start_shortNamesOfTheCredentials_areHonored() {
        Map<String, Object> variables = Map.of("SMS_SERVICE_URL", "https://sms.example.com", "SMS_USERNAME", "my-account",
                "SMS_PASSWORD", "geheim");
        try (ConfigurableApplicationContext context = start(variables)) {
            assertThat(property(context, "username")).isEqualTo("my-account");
            assertThat(property(context, "password")).isEqualTo("geheim");
        }
    }

    @Test
    void start_brokerAndFolderVariables_configureTheApplication() {
        Map<String, Object> variables = new HashMap<>(SERVICE);
        variables.putAll(Map.of("SMS_BROKER_URL", "tcp://broker:61616", "SMS_BROKER_USERNAME", "me",
                "SMS_WORK_DIR", "/var/lib/sms"));
        try (ConfigurableApplicationContext context = start(variables)) {
            assertThat(context.getEnvironment().getProperty("sms.broker.url")).isEqualTo("tcp://broker:61616");
            assertThat(context.getEnvironment().getProperty("sms.broker.username")).isEqualTo("me");
            assertThat(context.getEnvironment().getProperty("sms.files.inbox")).isEqualTo("/var/lib/sms/inbox");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = { "", " ", "vm://0" })
    void broker_noUrl_isEmbedded(String url) {
        assertThat(new SampleSettings.Broker(url, "", "", "data").url()).isEqualTo("vm://0");
        assertThat(isEmbedded(url)).isTrue();
    }

    @Test
    void broker_url_isNotEmbedded() {
        assertThat(new SampleSettings.Broker(" tcp://broker:61616 ", "", "", "data").url()).isEqualTo("tcp://broker:61616");
        assertThat(isEmbedded("tcp://broker:61616")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
            "sms.jms.consumers, 0", "sms.jms.consumers, many", "sms.pause, soon",
            "sms.status.cron, hello", "sms.timeToLive, 24x", "sms.store.lease, 5m30" })
    void start_invalidValue_namesPropertyAndValueWithoutStackTrace(String name, String value, CapturedOutput output) {
        assertThatThrownBy(() -> start(SERVICE, "--" + name + "=" + value)).hasMessageContaining(name + "=" + value);

        assertThat(output).contains("Correct the value").doesNotContain("\tat ");
    }

    /** Otherwise its threads would keep the process alive. */
    @Test
    void start_failsWithSimulator_stopsTheSimulator() {
        List<URI> simulator = new ArrayList<>();
        assertThatThrownBy(
                () -> new SpringApplicationBuilder(SampleSpringBoot.class).initializers(new EmbeddedSimulator())
                        .listeners(GenericApplicationListener.forEventType(ApplicationFailedEvent.class,
                                failed -> simulator.add(
                                        URI.create(property(failed.getApplicationContext(), "base-url")))))
                        .run("--sms.simulator=true", "--server.port=many"))
                .rootCause().hasMessageContaining("many");

        assertThat(simulator).singleElement().satisfies(
                address -> assertThatThrownBy(() -> new Socket(address.getHost(), address.getPort()).close())
                        .isInstanceOf(ConnectException.class));
    }

    @ParameterizedTest
    @CsvSource({
            "sms.jms.consumer, application.properties", "sms.time-to-live, application.properties",
            "sms.http.port, set server.address or server.port", "sms.http.host, set server.address or server.port",
            "camel.component.jms.client-id, has no effect in this application: configure the broker with sms.broker" })
    void start_misspelledProperty_namesTheRemedyWithoutStackTrace(String name, String remedy, CapturedOutput output) {
        assertThatThrownBy(() -> start(SERVICE, "--" + name + "=1")).hasMessageContaining(name).hasMessageContaining(remedy);

        assertThat(output).contains("Correct the name, or remove the setting.").doesNotContain("\tat ");
    }

    @ParameterizedTest
    @CsvSource({
            "SMS_BROKER_USER_NAME, application.properties",
            "SMS_HTTP_PORT, set server.address or server.port",
            "CAMEL_COMPONENT_JMS_CLIENT_ID, has no effect in this application" })
    void start_misspelledVariable_namesTheRemedy(String name, String remedy) {
        Map<String, Object> variables = new HashMap<>(SERVICE);
        variables.put(name, "1");

        assertThatThrownBy(() -> start(variables)).hasMessageContaining(name).hasMessageContaining(remedy);
    }

    @Test
    void start_noPassword_namesTheSetting() {
        Map<String, Object> variables = new HashMap<>(SERVICE);
        variables.remove("SMS_SERVICE_PASSWORD");

        assertThatThrownBy(() -> start(variables)).hasMessageContaining("sms.service.password is not set")
                .hasMessageContaining("SMS_SERVICE_PASSWORD");
    }

    @Test
    void start_simulatorEnabled_isStartedWithItsOwnCredentials() {
        try (ConfigurableApplicationContext context = start(Map.of("SMS_SIMULATOR", "true"))) {
            assertThat(property(context, "base-url")).isEqualTo(context.getBean(SmsSimulator.class).baseUrl());
            assertThat(property(context, "username")).isEqualTo("demo");
        }
    }

    @Test
    void start_simulatorAndServiceAddress_namesWhichToRemove() {
        assertThatThrownBy(() -> start(SERVICE, "--spring.profiles.active=demo"))
                .hasMessageContaining("sms.simulator=true and sms.service.url are both set");
    }

    private static String property(ConfigurableApplicationContext context, String option) {
        return String.valueOf(context.getEnvironment().getProperty("camel.component.sms." + option));
    }

    private static ConfigurableApplicationContext start(Map<String, Object> variables, String... arguments) {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().replace(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                new SystemEnvironmentPropertySource(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, variables));
        return new SpringApplicationBuilder(Nothing.class).web(WebApplicationType.NONE).environment(environment)
                .initializers(new SettingsCheck(), new EmbeddedSimulator()).run(arguments);
    }

    private static boolean isEmbedded(String url) {
        try (var context = new AnnotationConfigApplicationContext()) {
            context.getEnvironment().getPropertySources().addFirst(
                    new MapPropertySource("test", Map.of("sms.broker.url", url)));
            context.register(EmbeddedOnly.class);
            context.refresh();
            return context.containsBean("embedded");
        }
    }

    static class Nothing {
    }

    @Configuration(proxyBeanMethods = false)
    static class EmbeddedOnly {

        @Bean
        @Conditional(SampleBeansConfiguration.NoBrokerConfigured.class)
        String embedded() {
            return "embedded";
        }
    }
}
