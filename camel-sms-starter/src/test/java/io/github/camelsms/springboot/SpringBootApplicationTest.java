package io.github.camelsms.springboot;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;

import io.github.camelsms.simulator.SmsSimulator;
import io.github.camelsms.test.HttpProxy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

import org.apache.camel.FluentProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.http.HttpClientConfigurer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests for an application with only the starter on its classpath.
 */
@ExtendWith(OutputCaptureExtension.class)
class SpringBootApplicationTest {

    @Test
    void send_tlsFromNestedProperties_isAccepted(@TempDir Path folder) throws Exception {
        try (TlsService service = new TlsService(folder);
             ConfigurableApplicationContext application = run(
                     "base-url=" + service.baseUrl(), "username=demo", "password=demo", "delivery-timeout=20s",
                     "ssl-context-parameters.trust-managers.key-store.resource=file:" + service.keyStore(),
                     "ssl-context-parameters.trust-managers.key-store.password=" + TlsService.PASSWORD)) {
            Object result = application.getBean(FluentProducerTemplate.class).to("direct:send")
                    .withHeader("CamelSmsDestination", "11987654321").withBody("hello").request(Object.class);

            assertThat(result).asString().contains("ACCEPTED");
        }
    }

    @Test
    void send_proxyWithPassword_isAccepted() throws Exception {
        String accepted = Base64.getEncoder().encodeToString("sms-app:changeit".getBytes(StandardCharsets.UTF_8));
        try (SmsSimulator simulator = SmsSimulator.builder().build().start();
             HttpProxy proxy = HttpProxy.requiring("Basic realm=\"proxy\"", "Basic " + accepted);
             ConfigurableApplicationContext application = run(
                     "base-url=http://sms.example.com:" + simulator.port(), "username=demo", "password=demo",
                     "proxy-host=127.0.0.1", "proxy-port=" + proxy.port(), "proxy-auth-username=sms-app",
                     "proxy-auth-password=changeit", "http-client-configurer=#bean:gatewayKey")) {
            Object result = application.getBean(FluentProducerTemplate.class).to("direct:send")
                    .withHeader("CamelSmsDestination", "11987654321").withBody("hello").request(Object.class);

            assertThat(result).asString().contains("ACCEPTED");
            assertThat(proxy.requests()).singleElement().asString().startsWith("POST http://sms.example.com:")
                    .contains("X-Gateway-Key: k");
        }
    }

    @Test
    void run_misspelledProperty_failsNamingTheRemedy(CapturedOutput output) {
        assertThatThrownBy(() -> run("base-url=http://sms.invalid", "usrname=geheim"));

        assertThat(output).contains("APPLICATION FAILED TO START")
                .contains("Not a property of the sms component: camel.component.sms.usrname")
                .contains("Correct the name, or remove the property.").doesNotContain("geheim");
    }

    private static ConfigurableApplicationContext run(String... options) {
        SpringApplication application
                = new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE).build();
        String[] arguments = new String[options.length];
        for (int i = 0; i < options.length; i++) {
            arguments[i] = "--camel.component.sms." + options[i];
        }
        return application.run(arguments);
    }

    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Application {

        @Bean
        HttpClientConfigurer gatewayKey() {
            return builder -> builder.addRequestInterceptorLast(
                    (request, entity, context) -> request.addHeader("X-Gateway-Key", "k"));
        }

        @Bean
        RouteBuilder routes() {
            return new RouteBuilder() {
                @Override
                public void configure() {
                    from("direct:send").to("sms:send");
                }
            };
        }
    }
}
