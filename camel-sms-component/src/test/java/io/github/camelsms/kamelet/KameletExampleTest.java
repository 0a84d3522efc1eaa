package io.github.camelsms.kamelet;

import io.github.camelsms.simulator.SmsSimulatorExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.mock.MockEndpoint;
import org.apache.camel.main.Main;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for the routes and properties on the Kamelets page.
 */
class KameletExampleTest {

    @RegisterExtension
    static final SmsSimulatorExtension SMS = new SmsSimulatorExtension();

    private final Main main = new Main();

    @AfterEach
    void stop() {
        main.stop();
    }

    @Test
    void routes_ofThePage_sendAndReceive() {
        main.setDefaultPropertyPlaceholderLocation("classpath:io/github/camelsms/kamelet/application.properties");
        for (String kamelet : new String[] { "sms-send-sink", "sms-status-source" }) {
            main.addOverrideProperty("camel.kamelet." + kamelet + ".baseUrl", SMS.baseUrl());
            main.addOverrideProperty("camel.kamelet." + kamelet + ".username", SMS.simulator().username());
        }
        main.addOverrideProperty("camel.kamelet.sms-status-source.delay", "20");
        main.addOverrideProperty("camel.main.shutdown-timeout", "5");
        main.configure().withRoutesIncludePattern("classpath:io/github/camelsms/kamelet/kamelets.camel.yaml");
        main.configure().addRoutesBuilder(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:sent").to("mock:sent");
                from("direct:status").to("mock:status");
            }
        });
        main.start();

        main.getCamelContext().createProducerTemplate().sendBody("direct:alarm", "The pump has stopped");

        assertThat(mock("sent").getReceivedExchanges().get(0).getMessage().getBody(String.class)).contains("ACCEPTED");
        await().until(() -> mock("status").getReceivedCounter() > 0);
    }

    private MockEndpoint mock(String name) {
        return main.getCamelContext().getEndpoint("mock:" + name, MockEndpoint.class);
    }
}
