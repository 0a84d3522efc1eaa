package io.github.camelsms;

import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.observe.KeptResponses;
import io.github.camelsms.store.InMemoryMessageStore;
import io.github.camelsms.store.MessageStore;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.api.management.ManagedAttribute;
import org.apache.camel.impl.DefaultCamelContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the JMX attributes and operations of component and endpoints.
 */
class ManagementTest extends SmsRouteTestSupport {

    private static final SmsMessage MESSAGE = new SmsMessage("a secret text", "11987654321", "c1", null);

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();

    @Override
    protected boolean isManaged() {
        return true;
    }

    @Test
    void endpoint_afterSending_showsTheStateOfItsAccount() throws Exception {
        send(MESSAGE);
        ObjectName endpoint = name("endpoints", "\"sms://send\"");
        assertThat(server.getAttribute(endpoint, "Account")).isEqualTo("demo@" + simulator.baseUrl().replace("http://", ""));
        assertThat(server.getAttribute(endpoint, "Sending")).isEqualTo("RUNNING");
        assertThat(server.getAttribute(endpoint, "Trouble")).isNull();
        assertThat(server.getAttribute(endpoint, "PendingMessages")).isEqualTo(0);
    }

    @Test
    void component_afterSending_sumsItsAccounts() throws Exception {
        send(MESSAGE);
        ObjectName sms = name("components", "\"sms\"");
        assertThat((List<?>) server.getAttribute(sms, "Accounts")).hasSize(1);
        assertThat(server.getAttribute(sms, "PendingMessages")).isEqualTo(0);
        // The exchange can complete before the engine has published that its request ended.
        Awaitility.await().untilAsserted(() -> assertThat(server.getAttribute(sms, "RequestsInFlight")).isEqualTo(0));
    }

    @Test
    void owner_twoNodes_isTheFirstOnBoth() throws Exception {
        MessageStore store = new InMemoryMessageStore(InstantSource.system());
        try (CamelContext first = node(store); CamelContext second = node(store)) {
            SmsEndpoint owner = first.getEndpoint("sms:send", SmsEndpoint.class);
            SmsEndpoint other = second.getEndpoint("sms:send", SmsEndpoint.class);
            Awaitility.await().until(() -> other.getOwner() != null);

            assertThat(owner.isAccountOwner()).isTrue();
            assertThat(other.isAccountOwner()).isFalse();
            assertThat(owner.getOwner()).isNotNull().isEqualTo(other.getOwner());
            assertThat(owner.getOwnedSince()).satisfies(Instant::parse);
            assertThat(other.getOwnedSince()).satisfies(Instant::parse);
        }
    }

    /** Returns a process that has the account, or has seen who has it. */
    private CamelContext node(MessageStore store) throws Exception {
        CamelContext node = new DefaultCamelContext();
        SmsComponent sms = node.getComponent("sms", SmsComponent.class);
        sms.setConfiguration(component.getConfiguration().copy());
        sms.setMessageStore(store);
        node.addRoutes(routes());
        node.start();
        SmsEndpoint endpoint = node.getEndpoint("sms:send", SmsEndpoint.class);
        Awaitility.await().until(() -> endpoint.getOwner() != null);
        return node;
    }

    @Test
    void attributes_unusedEndpoint_areReadWithoutCreatingAnAccount() throws Exception {
        SmsEndpoint endpoint = context.getEndpoint("sms:send?username=nobody", SmsEndpoint.class);
        assertThat(endpoint.getAccount()).isEqualTo("nobody@" + simulator.baseUrl().replace("http://", ""));
        assertThat(endpoint.getSending()).isEqualTo("UNUSED");
        for (Method attribute : SmsEndpoint.class.getMethods()) {
            if (attribute.isAnnotationPresent(ManagedAttribute.class)) {
                attribute.invoke(endpoint);
            }
        }
        endpoint.resumeSending();
        assertThat(component.getAccounts()).containsExactly("demo@" + simulator.baseUrl().replace("http://", ""));
    }

    @Test
    void component_stopped_attributesAreReadable() throws Exception {
        ObjectName sms = name("components", "\"sms\"");
        component.stop();
        assertThat(read(sms)).contains(0);
    }

    @Test
    void endpoint_suspended_holdsMessagesUntilResumed() throws Exception {
        suspendAndResume(name("endpoints", "\"sms://send\""));
    }

    @Test
    void component_suspended_holdsMessagesUntilResumed() throws Exception {
        suspendAndResume(name("components", "\"sms\""));
    }

    @Test
    void endpoint_keptResponses_areListedReadAndRemoved() throws Exception {
        SmsEndpoint sending = context.getEndpoint("sms:send", SmsEndpoint.class);
        KeptResponses responses = component.find(sending).statuses().responses();
        responses.add("<html>to 11987654321</html>", "not readable");
        responses.add("second", "not readable");
        ObjectName endpoint = name("endpoints", "\"sms://send\"");
        assertThat(server.getAttribute(endpoint, "KeptResponses")).isEqualTo(2);
        assertThat(server.getAttribute(endpoint, "KeptResponseBytes")).isEqualTo(33L);
        assertThat((List<?>) server.invoke(endpoint, "listKeptResponses", new Object[0], new String[0])).hasSize(2)
                .allSatisfy(line -> assertThat(line).asString().contains("not readable").doesNotContain("11987654321"));
        assertThat(read(endpoint, 1)).isEqualTo("<html>to 11987654321</html>");
        assertThat(read(endpoint, 3)).isNull();
        assertThat(server.invoke(endpoint, "removeKeptResponses", new Object[] { 1L }, new String[] { "long" })).isEqualTo(1);
        assertThat(read(endpoint, 1)).isNull();
        assertThat(read(endpoint, 2)).isEqualTo("second");
    }

    private Object read(ObjectName endpoint, long number) throws Exception {
        return server.invoke(endpoint, "readKeptResponse", new Object[] { number }, new String[] { "long" });
    }

    @Test
    void attributes_all_areReadableAndContainNoSecret() throws Exception {
        send(MESSAGE);
        List<ObjectName> names = server.queryNames(
                new ObjectName("org.apache.camel:context=" + context.getName() + ",*"), null).stream()
                .filter(name -> name.getCanonicalName().contains("sms")).toList();
        assertThat(names).contains(name("components", "\"sms\""), name("endpoints", "\"sms://send\""));
        for (ObjectName name : names) {
            String values = Arrays.toString(read(name));
            assertThat(values).as(name.getCanonicalName()).doesNotContain("secret-1", "a secret text", "11987654321");
        }
    }

    private void suspendAndResume(ObjectName bean) throws Exception {
        server.invoke(bean, "suspendSending", new Object[0], new String[0]);
        CompletableFuture<Exchange> sending
                = context.createProducerTemplate().asyncSend("direct:send", e -> e.getMessage().setBody(MESSAGE));
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> server.getAttribute(bean, "PendingMessages").equals(1));
        assertThat(sending).isNotDone();
        server.invoke(bean, "resumeSending", new Object[0], new String[0]);
        assertThat(result(sending.join()).outcome()).isEqualTo(SmsOutcome.ACCEPTED);
    }

    private Object[] read(ObjectName name) throws Exception {
        MBeanAttributeInfo[] attributes = server.getMBeanInfo(name).getAttributes();
        Object[] values = new Object[attributes.length];
        for (int i = 0; i < attributes.length; i++) {
            values[i] = server.getAttribute(name, attributes[i].getName());
        }
        return values;
    }

    private ObjectName name(String type, String name) throws Exception {
        Set<ObjectName> names = server.queryNames(
                new ObjectName("org.apache.camel:context=" + context.getName() + ",type=" + type + ",name=" + name), null);
        assertThat(names).as(server.queryNames(new ObjectName("org.apache.camel:*"), null).toString()).hasSize(1);
        return names.iterator().next();
    }
}
