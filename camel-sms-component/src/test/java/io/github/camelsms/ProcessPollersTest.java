package io.github.camelsms;

import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.github.camelsms.store.InMemoryMessageStore;
import io.github.camelsms.store.MessageStore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.apache.camel.CamelContext;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests for pollers of one account in several Camel contexts of a process. The service is unreachable.
 */
class ProcessPollersTest {

    private final List<CamelContext> contexts = new ArrayList<>();

    @AfterEach
    void stopAll() {
        contexts.forEach(CamelContext::stop);
    }

    @ParameterizedTest
    @ValueSource(strings = { "http://localhost:9", "https://localhost:9" })
    void start_anotherContextPollsTheAccount_failsNamingTheOther(String baseUrl) throws Exception {
        poll("http://localhost:9", null);

        assertThatThrownBy(() -> poll(baseUrl, null)).hasStackTraceContaining(
                "The statuses of account demo@localhost:9 are already polled by").hasStackTraceContaining(
                        "another sms component or Camel context of this process");
    }

    @Test
    void start_theOtherContextHasStopped_polls() throws Exception {
        poll("http://localhost:9", null).stop();

        CamelContext second = poll("http://localhost:9", null);

        assertThat(second.getRouteController().getRouteStatus("poll").isStarted()).isTrue();
    }

    @Test
    void start_anotherAccountIsPolled_polls() throws Exception {
        poll("http://localhost:9", null);

        CamelContext second = poll("http://localhost:10", null);

        assertThat(second.getRouteController().getRouteStatus("poll").isStarted()).isTrue();
    }

    @Test
    void start_bothShareTheStore_polls() throws Exception {
        MessageStore store = new InMemoryMessageStore(() -> Instant.EPOCH);
        poll("http://localhost:9", store);

        CamelContext second = poll("http://localhost:9", store);

        assertThat(second.getRouteController().getRouteStatus("poll").isStarted()).isTrue();
    }

    /** Each context has its own object for a shared database. */
    @Test
    void start_bothStoresAreShared_polls() throws Exception {
        poll("http://localhost:9", sharedStore());

        CamelContext second = poll("http://localhost:9", sharedStore());

        assertThat(second.getRouteController().getRouteStatus("poll").isStarted()).isTrue();
    }

    private static MessageStore sharedStore() {
        MessageStore store = new InMemoryMessageStore(() -> Instant.EPOCH);
        return (MessageStore) Proxy.newProxyInstance(
                ProcessPollersTest.class.getClassLoader(), new Class<?>[] { MessageStore.class },
                (proxy, method, arguments) -> method.getName().equals("isShared") ? true : method.invoke(store, arguments));
    }

    @Test
    void start_theOtherHasAnotherStore_fails() throws Exception {
        poll("http://localhost:9", new InMemoryMessageStore(() -> Instant.EPOCH));

        assertThatThrownBy(() -> poll("http://localhost:9", new InMemoryMessageStore(() -> Instant.EPOCH)))
                .hasStackTraceContaining("to the same message store");
    }

    private CamelContext poll(String baseUrl, @Nullable MessageStore store) throws Exception {
        DefaultCamelContext context = new DefaultCamelContext();
        contexts.add(context);
        context.disableJMX();
        SmsComponent component = context.getComponent("sms", SmsComponent.class);
        component.getConfiguration().setBaseUrl(baseUrl);
        component.getConfiguration().setUsername("demo");
        component.getConfiguration().setPassword("secret-1");
        component.setMessageStore(store);
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("sms:status?initialDelay=3600000").routeId("poll").to("mock:statuses");
            }
        });
        context.start();
        return context;
    }
}
