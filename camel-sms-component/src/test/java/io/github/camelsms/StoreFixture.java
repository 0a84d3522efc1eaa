package io.github.camelsms;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;

import io.github.camelsms.store.InMemoryMessageStore;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

import org.apache.camel.CamelContext;
import org.apache.camel.health.HealthCheckHelper;
import org.apache.camel.impl.DefaultCamelContext;

/**
 * A Camel context with the component and a message store in memory, with a manual clock. The service is unreachable.
 */
public abstract class StoreFixture {

    public static final String ACCOUNT = "demo@localhost:9";

    protected final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-03-01T12:00:00Z"));
    public final FailingStore store = new FailingStore(new InMemoryMessageStore(now::get));
    public final StoredMessages messages = new StoredMessages(store, ACCOUNT);
    public final CamelContext context = new DefaultCamelContext();
    public SmsComponent component;

    @BeforeEach
    protected void start() {
        if (!isManaged()) {
            context.disableJMX();
        }
        context.getShutdownStrategy().setTimeout(10);
        component = context.getComponent("sms", SmsComponent.class);
        component.getConfiguration().setBaseUrl("http://localhost:9");
        component.getConfiguration().setUsername("demo");
        component.getConfiguration().setPassword("secret-1");
        component.setMessageStore(store);
        prepare();
        HealthCheckHelper.getHealthCheckRepository(context, "consumers").setEnabled(true);
        context.start();
    }

    /** Returns whether the context is in JMX, which takes much of its start. */
    protected boolean isManaged() {
        return false;
    }

    /** Prepares the context before it starts. */
    protected void prepare() {
    }

    @AfterEach
    void stop() {
        context.stop();
    }

    protected final void advance(Duration duration) {
        now.updateAndGet(time -> time.plus(duration));
    }

    protected static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(5));
    }
}
