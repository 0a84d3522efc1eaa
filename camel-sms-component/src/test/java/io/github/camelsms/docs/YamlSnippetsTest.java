package io.github.camelsms.docs;

import java.time.InstantSource;
import java.util.stream.Stream;

import io.github.camelsms.SmsComponent;
import io.github.camelsms.simulator.SmsSimulatorExtension;
import io.github.camelsms.store.InMemoryMessageStore;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.apache.camel.CamelContext;
import org.apache.camel.Route;
import org.apache.camel.component.stub.StubComponent;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that YAML on a page loads and starts, with stubbed queues. Files that other tests run are skipped.
 */
class YamlSnippetsTest {

    @RegisterExtension
    static final SmsSimulatorExtension SMS = new SmsSimulatorExtension();

    static Stream<Snippet> yaml() {
        return Documentation.pages().stream().flatMap(page -> Snippet.on(page, "yaml").stream())
                .filter(snippet -> snippet.source() == null);
    }

    @ParameterizedTest
    @MethodSource("yaml")
    void yamlSnippets_ofEachPage_startTheirRoutes(Snippet snippet) throws Exception {
        try (CamelContext context = new DefaultCamelContext()) {
            context.addComponent("jms", new StubComponent());
            SmsComponent sms = context.getComponent("sms", SmsComponent.class);
            sms.getConfiguration().setBaseUrl(SMS.baseUrl());
            sms.getConfiguration().setUsername("demo");
            sms.getConfiguration().setPassword("demo");
            if (snippet.code().contains("sms:results") || snippet.code().contains("sms:messages")) {
                sms.setMessageStore(new InMemoryMessageStore(InstantSource.system()));
            }
            PluginHelper.getRoutesLoader(context)
                    .loadRoutes(ResourceHelper.fromString("snippet.yaml", snippet.code()));

            context.start();

            assertThat(context.getRoutes()).as("routes of %s", snippet).isNotEmpty()
                    .allMatch(route -> isStarted(context, route));
        }
    }

    private static boolean isStarted(CamelContext context, Route route) {
        return context.getRouteController().getRouteStatus(route.getRouteId()).isStarted();
    }
}
