package io.github.camelsms.springboot;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.camelsms.SmsComponent;
import io.github.camelsms.SmsConfiguration;
import io.github.camelsms.SmsStatusQuery;
import io.github.camelsms.engine.pacing.Pacing;
import io.github.camelsms.text.SmsLongMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.context.support.PropertySourcesPlaceholderConfigurer;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

import org.apache.camel.CamelContext;
import org.apache.camel.spring.boot.CamelAutoConfiguration;
import org.apache.camel.support.jsse.KeyStoreParameters;
import org.apache.camel.support.jsse.SSLContextParameters;
import org.apache.camel.support.jsse.TrustManagersParameters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

/**
 * Tests for component options in Spring Boot.
 */
class SmsComponentAutoConfigurationTest {

    private static final String SMS = "camel.component.sms.";

    private final ApplicationContextRunner application = new ApplicationContextRunner().withConfiguration(
            AutoConfigurations.of(
                    CamelAutoConfiguration.class, SmsComponentConverter.class, SmsComponentAutoConfiguration.class));

    @Test
    void options_properties_areSetOnTheComponent() {
        start(with("base-url=https://sms.example.com", "username=demo", "password={{my.secret}}", "batch-size=50",
                "requests-per-second=2.5", "pacing=strict", "longMessage=split", "query=by-date",
                "throw-exception-on-rejected=true", "health-check-producer-enabled=false")
                .withPropertyValues("my.secret=geheim"),
                component -> {
                    SmsConfiguration options = component.getConfiguration();
                    assertThat(options.getBaseUrl()).isEqualTo("https://sms.example.com");
                    assertThat(options.getUsername()).isEqualTo("demo");
                    assertThat(options.getPassword()).isEqualTo("geheim");
                    assertThat(options.getBatchSize()).isEqualTo(50);
                    assertThat(options.getRequestsPerSecond()).isEqualTo(2.5);
                    assertThat(options.getPacing()).isEqualTo(Pacing.strict);
                    assertThat(options.getLongMessage()).isEqualTo(SmsLongMessage.split);
                    assertThat(options.getQuery()).isEqualTo(SmsStatusQuery.byDate);
                    assertThat(options.isThrowExceptionOnRejected()).isTrue();
                    assertThat(component.isHealthCheckProducerEnabled()).isFalse();
                });
    }

    @ParameterizedTest
    @CsvSource({
            "spring.lifecycle.timeout-per-shutdown-phase=5s, my.other=1, 5",
            "spring.lifecycle.timeout-per-shutdown-phase=500ms, my.other=1, 1",
            "spring.lifecycle.timeout-per-shutdown-phase=5s, camel.main.shutdownTimeout=20, 20", "my.other=1, my.other=2, 45" })
    void shutdownTimeout_ofCamelIsNotSet_isThatOfSpring(String first, String second, long seconds) {
        application.withPropertyValues(first, second).run(
                context -> assertThat(context.getBean(CamelContext.class).getShutdownStrategy().getTimeout())
                        .isEqualTo(seconds));
    }

    @Test
    void options_defaultValues_canBeSetOnTheComponent() throws IOException {
        List<String> defaults = new ArrayList<>();
        try (InputStream in = getClass().getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
            for (JsonNode property : new ObjectMapper().readTree(in).path("properties")) {
                if (property.has("defaultValue")) {
                    defaults.add(property.path("name").asText() + "=" + property.path("defaultValue").asText());
                }
            }
        }

        start(application.withPropertyValues(defaults.toArray(String[]::new)),
                component -> assertThat(component.getConfiguration().getBatchSize()).isEqualTo(200));
    }

    @Test
    void durations_withOrWithoutUnit_areSetOnTheComponent() {
        start(with("request-timeout=1500", "delivery-timeout=2m"), component -> {
            assertThat(component.getConfiguration().getRequestTimeout()).isEqualTo(1_500);
            assertThat(component.getConfiguration().getDeliveryTimeout()).isEqualTo(120_000);
        });
    }

    @Test
    void options_environmentVariables_areSetOnTheComponent() {
        start(application.withInitializer(context -> variables(context, Map.of(
                "CAMEL_COMPONENT_SMS_BATCHSIZE", "50", "CAMEL_COMPONENT_SMS_MAX_PENDING_MESSAGES", "70"))),
                component -> {
                    assertThat(component.getConfiguration().getBatchSize()).isEqualTo(50);
                    assertThat(component.getConfiguration().getMaxPendingMessages()).isEqualTo(70);
                });
    }

    @Test
    void tls_beanReference_usesTheBean() {
        application.withUserConfiguration(TlsBean.class)
                .withPropertyValues(SMS + "ssl-context-parameters=#bean:smsTls", SMS + "use-global-ssl-context-parameters=true")
                .run(context -> {
                    assertThat(component(context).getConfiguration().getSslContextParameters())
                            .isSameAs(context.getBean("smsTls"));
                    assertThat(component(context).isUseGlobalSslContextParameters()).isTrue();
                });
    }

    @Test
    void tls_nestedProperties_createsTheParameters() {
        start(with("ssl-context-parameters.trust-managers.key-store.resource=classpath:trust.p12",
                "ssl-context-parameters.trust-managers.key-store.password=geheim",
                "ssl-context-parameters.secure-socket-protocols.secure-socket-protocol=TLSv1.3,TLSv1.2"),
                component -> {
                    SSLContextParameters tls = component.getConfiguration().getSslContextParameters();
                    assertThat(tls).isNotNull();
                    assertThat(tls.getTrustManagers().getKeyStore().getResource()).isEqualTo("classpath:trust.p12");
                    assertThat(tls.getTrustManagers().getKeyStore().getPassword()).isEqualTo("geheim");
                    assertThat(tls.getSecureSocketProtocols().getSecureSocketProtocol())
                            .containsExactly("TLSv1.3", "TLSv1.2");
                });
    }

    @Test
    void reference_beanMissing_failsAtStartup() {
        with("ssl-context-parameters=#bean:smsTls").run(context -> assertThat(context).getFailure().rootCause()
                .hasMessageContaining("No bean named 'smsTls'"));
    }

    @Test
    void reference_withoutHashSign_failsAtStartupNamingTheSyntax() {
        with("ssl-context-parameters=myTls").run(context -> assertThat(context).getFailure().rootCause()
                .hasMessage("'myTls' is not a reference to a bean of type SSLContextParameters: write #bean:name"));
    }

    @Test
    void configuration_beanReference_receivesTheOptions() {
        application.withUserConfiguration(ConfigurationBean.class)
                .withPropertyValues(SMS + "configuration=#bean:myOptions", SMS + "batch-size=50").run(context -> {
                    SmsConfiguration options = component(context).getConfiguration();
                    assertThat(options.getBatchSize()).isEqualTo(50);
                    assertThat(options.getMaxPendingMessages()).isEqualTo(7);
                    assertThat(context.getBean(SmsConfiguration.class).getBatchSize()).isEqualTo(200);
                });
    }

    @Test
    void componentBean_keepsItsOwnValuesWithoutProperties() {
        application.withUserConfiguration(ComponentBean.class).withPropertyValues(SMS + "username=demo").run(context -> {
            SmsComponent component = component(context);
            assertThat(component).isSameAs(context.getBean("sms"));
            assertThat(component.getConfiguration().getBatchSize()).isEqualTo(7);
            assertThat(component.getConfiguration().getUsername()).isEqualTo("demo");
        });
    }

    /** As Camel's starters do, except that the account of the bean is not replaced. */
    @Test
    void componentBeanOfAnotherName_keepsItsOwnValuesAndGetsTheOthers() {
        with("base-url=https://sms.example.com", "username=campaigns", "password=geheim", "batch-size=50", "pacing=strict")
                .withUserConfiguration(SecondAccount.class).run(context -> {
                    CamelContext camel = context.getBean(CamelContext.class);
                    SmsConfiguration alerts = camel.getComponent("alerts", SmsComponent.class).getConfiguration();
                    assertThat(alerts.getUsername()).isEqualTo("alerts");
                    assertThat(alerts.getPassword()).isEqualTo("secret-2");
                    assertThat(alerts.getBatchSize()).isEqualTo(10);
                    assertThat(alerts.getBaseUrl()).isEqualTo("https://sms.example.com");
                    assertThat(alerts.getPacing()).isEqualTo(Pacing.strict);
                    SmsConfiguration campaigns = camel.getComponent("sms", SmsComponent.class).getConfiguration();
                    assertThat(campaigns.getUsername()).isEqualTo("campaigns");
                    assertThat(campaigns.getBatchSize()).isEqualTo(50);
                });
    }

    @Test
    void componentBeanOfAnotherName_sharedConfiguration_keepsItsOwnValues() {
        with("configuration=#bean:myOptions", "username=campaigns")
                .withUserConfiguration(SecondAccount.class, ConfigurationBean.class).run(context -> {
                    SmsConfiguration alerts = context.getBean(CamelContext.class).getComponent("alerts", SmsComponent.class)
                            .getConfiguration();
                    assertThat(alerts.getUsername()).isEqualTo("alerts");
                    assertThat(alerts.getBatchSize()).isEqualTo(10);
                });
    }

    @Configuration(proxyBeanMethods = false)
    static class SecondAccount {

        @Bean
        SmsComponent alerts() {
            SmsComponent alerts = new SmsComponent();
            alerts.getConfiguration().setUsername("alerts");
            alerts.getConfiguration().setPassword("secret-2");
            alerts.getConfiguration().setBatchSize(10);
            return alerts;
        }
    }

    @Test
    void misspelledProperty_failsAtStartup() {
        with("pasword=geheim").run(context -> assertThat(context).getFailure()
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("Not a property of the sms component: " + SMS + "pasword (")
                .hasMessageNotContaining("geheim"));
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "base-url", "username", "password", "zone", "configuration.password",
            "ssl-context-parameters.trust-managers.key-store.password" })
    void placeholder_notResolved_failsAtStartupNamingPropertyAndVariable(String property) {
        with(property + "=geheim-${SMS_SETTING}").run(context -> assertThat(context).getFailure()
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith(SMS + property + " (\"" + SMS + property + "\" from property source \"test\")"
                                        + " has a placeholder that cannot be resolved: SMS_SETTING.")
                .hasMessageNotContaining("geheim"));
    }

    @Test
    void placeholder_notResolvedInAotProcessing_isAccepted() {
        GenericApplicationContext context = new AnnotationConfigApplicationContext();
        context.registerBean(CamelAutoConfiguration.class);
        context.registerBean(SmsComponentConverter.class);
        context.registerBean(SmsComponentAutoConfiguration.class);
        TestPropertyValues.of(SMS + "password=${SMS_SETTING}").applyTo(context);

        assertThatCode(() -> context.refreshForAotProcessing(new RuntimeHints())).doesNotThrowAnyException();
    }

    @Test
    void placeholder_resolvedOrEscapedOrOverridden_isAccepted() {
        MapPropertySource first = new MapPropertySource("first", Map.of(SMS + "baseUrl", "https://sms.example.com"));
        ApplicationContextRunner configured
                = with("username=${SMS_USER:demo}", "password=\\${SMS_SETTING}", "base-url=${SMS_SETTING}").withInitializer(
                        context -> context.getEnvironment().getPropertySources().addFirst(first));

        start(configured, component -> assertThat(component.getConfiguration())
                .returns("demo", SmsConfiguration::getUsername)
                .returns("${SMS_SETTING}", SmsConfiguration::getPassword)
                .returns("https://sms.example.com", SmsConfiguration::getBaseUrl));
    }

    @Test
    void placeholder_resolvedByAConfigurerBean_isAccepted() {
        start(with("password=${SMS_SETTING}").withUserConfiguration(OwnPlaceholders.class),
                component -> assertThat(component.getConfiguration().getPassword()).isEqualTo("geheim"));
    }

    /** Such as that of the management port, or one that Spring Cloud starts later. */
    @Test
    void placeholder_notResolvedWhenAChildContextStarts_isAccepted() {
        with("username=demo").run(context -> {
            context.getEnvironment().getPropertySources().addFirst(
                    new MapPropertySource("later", Map.of(SMS + "password", "${SMS_SETTING}")));
            try (GenericApplicationContext child = new GenericApplicationContext(context.getSourceApplicationContext())) {
                assertThatCode(child::refresh).doesNotThrowAnyException();
            }
        });
    }

    @Test
    void autoConfiguration_disabled_doesNotChangeTheComponent() {
        start(with("enabled=false", "batch-size=50", "pasword=geheim"),
                component -> assertThat(component.getConfiguration().getBatchSize()).isEqualTo(200));
    }

    @Test
    void customizer_disabled_doesNotChangeTheComponent() {
        start(with("customizer.enabled=false", "batch-size=50"),
                component -> assertThat(component.getConfiguration().getBatchSize()).isEqualTo(200));
    }

    private ApplicationContextRunner with(String... properties) {
        ApplicationContextRunner configured = application;
        for (String property : properties) {
            configured = configured.withPropertyValues(SMS + property);
        }
        return configured;
    }

    private static void start(ApplicationContextRunner application, Consumer<SmsComponent> check) {
        application.run(context -> check.accept(component(context)));
    }

    private static SmsComponent component(ApplicationContext context) {
        return context.getBean(CamelContext.class).getComponent("sms", SmsComponent.class);
    }

    private static void variables(ConfigurableApplicationContext context, Map<String, Object> variables) {
        context.getEnvironment().getPropertySources().replace(
                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                new SystemEnvironmentPropertySource(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, variables));
    }

    @Configuration(proxyBeanMethods = false)
    static class TlsBean {
        // tag::tls[]
        @Bean
        SSLContextParameters smsTls() {
            KeyStoreParameters store = new KeyStoreParameters();
            store.setResource("file:/etc/sms/trust.p12");
            store.setPassword("changeit");
            TrustManagersParameters trusted = new TrustManagersParameters();
            trusted.setKeyStore(store);
            SSLContextParameters tls = new SSLContextParameters();
            tls.setTrustManagers(trusted);
            return tls;
        }
        // end::tls[]
    }

    @Configuration(proxyBeanMethods = false)
    static class ConfigurationBean {
        @Bean
        SmsConfiguration myOptions() {
            SmsConfiguration options = new SmsConfiguration();
            options.setMaxPendingMessages(7);
            return options;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class ComponentBean {
        @Bean
        SmsComponent sms() {
            SmsComponent component = new SmsComponent();
            component.getConfiguration().setBatchSize(7);
            return component;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnPlaceholders {

        @Bean
        static PropertySourcesPlaceholderConfigurer placeholders() {
            PropertySourcesPlaceholderConfigurer placeholders = new PropertySourcesPlaceholderConfigurer();
            Properties local = new Properties();
            local.setProperty("SMS_SETTING", "geheim");
            placeholders.setProperties(local);
            return placeholders;
        }
    }
}
