package io.github.camelsms;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.simulator.Fault;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.search.RequiredSearch;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.apache.camel.builder.RouteBuilder;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the meters of an account in the application's registry.
 */
class MetricsTest extends SmsRouteTestSupport {

    private static final SmsMessage MESSAGE = new SmsMessage("canary text", "11987654321", "c1", null);

    private final MeterRegistry registry = new SimpleMeterRegistry();

    @Override
    protected RouteBuilder routes() {
        context.getRegistry().bind("meters", registry);
        return new RouteBuilder() {
            @Override
            public void configure() {
                errorHandler(noErrorHandler());
                from("direct:send").routeId("send").to("sms:send");
                from("sms:status?initialDelay=0&delay=20").routeId("statuses").autoStartup(false).to("mock:statuses");
            }
        };
    }

    @Test
    void meters_afterSending_countOutcomes() {
        simulator.failNext(Fault.httpStatus(429));
        send(List.of(MESSAGE, new SmsMessage("other", "1", "c2", null)));
        assertThat(count("camel.sms.messages", "outcome", "ACCEPTED")).isEqualTo(1);
        assertThat(count("camel.sms.messages", "outcome", "REJECTED")).isEqualTo(1);
        assertThat(count("camel.sms.requests", "result", "THROTTLED")).isEqualTo(1);
        assertThat(count("camel.sms.requests", "result", "PROCESSED")).isEqualTo(1);
        assertThat(meter("camel.sms.messages.time", "outcome", "ACCEPTED").timer().totalTime(TimeUnit.SECONDS)).isPositive();
        assertThat(meter("camel.sms.requests.time", "result", "PROCESSED").timer().count()).isEqualTo(1);
        assertThat(registry.get("camel.sms.requests.messages").summary().count()).isEqualTo(2);
        assertThat(meter("camel.sms.account.state", "state", "RUNNING").gauge().value()).isEqualTo(1);
        assertThat(registry.get("camel.sms.requests.interval").timeGauge().value()).isEqualTo(0.001);
    }

    @Test
    void meters_afterPolling_countStatuses() throws Exception {
        assertThat(registry.get("camel.sms.statuses.last.poll.timestamp").timeGauge().value()).isNaN();
        send(MESSAGE);
        context.getRouteController().startRoute("statuses");
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(
                () -> registry.get("camel.sms.statuses").functionCounters().stream().anyMatch(it -> it.count() > 0));
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(
                () -> registry.get("camel.sms.statuses.last.poll.timestamp").timeGauge().value() > 1e9);
        assertThat(registry.get("camel.sms.statuses.polls.failed").functionCounter().count()).isZero();
    }

    @Test
    void meters_sendingSuspended_showTheBacklog() {
        component.suspendSending();
        context.createProducerTemplate().asyncSend("direct:send", exchange -> exchange.getMessage().setBody(MESSAGE));
        Awaitility.await().atMost(Duration.ofSeconds(60))
                .until(() -> registry.get("camel.sms.messages.pending").gauge().value() == 1);
        assertThat(meter("camel.sms.account.state", "state", "SUSPENDED").gauge().value()).isEqualTo(1);
        assertThat(meter("camel.sms.account.state", "state", "RUNNING").gauge().value()).isZero();
        assertThat(registry.get("camel.sms.messages.oldest.age").timeGauge().value()).isPositive();
        component.resumeSending();
    }

    @Test
    void tags_ofAllMeters_areFewAndConsistent() {
        send(MESSAGE);
        String account = "demo@" + simulator.baseUrl().replace("http://", "");
        Set<String> keys
                = Set.of("camelContext", "component", "account", "outcome", "result", "status", "state", "source", "le");
        assertThat(ours()).allSatisfy(meter -> {
            assertThat(meter.getId().getTags()).contains(
                    Tag.of("camelContext", context.getName()), Tag.of("component", "sms"), Tag.of("account", account));
            assertThat(meter.getId().getTags()).extracting(Tag::getKey).isSubsetOf(keys);
        });
    }

    @Test
    void meters_ofTwoComponents_areSeparate() throws Exception {
        SmsComponent other = new SmsComponent();
        other.setConfiguration(component.getConfiguration().copy());
        context.addComponent("other-sms", other);
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:other").to("other-sms:send");
            }
        });
        send("direct:other", exchange -> exchange.getMessage().setBody(MESSAGE));
        assertThat(accepted("other-sms")).isEqualTo(1);
        assertThat(accepted("sms")).isZero();
        other.stop();
        assertThat(ours()).extracting(meter -> meter.getId().getTag("component")).containsOnly("sms");
    }

    @Test
    void meters_schemeOfTheAddressChanged_staysWithTheNewAccount() throws Exception {
        send(MESSAGE);
        assertThat(count("camel.sms.messages", "outcome", "ACCEPTED")).isEqualTo(1);
        context.getRouteController().stopRoute("send");
        addRoute("https", simulator.baseUrl().replace("http:", "https:"));
        assertThat(count("camel.sms.messages", "outcome", "ACCEPTED")).isZero();
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> component.getAccounts().size() == 1);
        assertThat(count("camel.sms.messages", "outcome", "ACCEPTED")).isZero();
    }

    @Test
    void meters_schemeOfTheAddressChangedBack_countForTheFirstAccount() throws Exception {
        send(MESSAGE);
        context.getRouteController().stopRoute("send");
        addRoute("https", simulator.baseUrl().replace("http:", "https:"));
        context.getRouteController().stopRoute("https");
        context.getRouteController().startRoute("send");
        send(MESSAGE);
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> component.getAccounts().size() == 1);
        send(MESSAGE);
        assertThat(meter("camel.sms.messages.time", "outcome", "ACCEPTED").timer().count()).isPositive();
    }

    private void addRoute(String id, String baseUrl) throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:" + id).routeId(id).to("sms:send?baseUrl=" + baseUrl);
            }
        });
    }

    @Test
    void meters_componentStopped_areRemoved() {
        assertThat(ours()).isNotEmpty();
        context.stop();
        assertThat(ours()).isEmpty();
    }

    private double accepted(String component) {
        return registry.get("camel.sms.messages").tag("component", component).tag("outcome", "ACCEPTED").functionCounter()
                .count();
    }

    private double count(String name, String tag, String value) {
        return meter(name, tag, value).functionCounter().count();
    }

    private RequiredSearch meter(String name, String tag, String value) {
        return registry.get(name).tag(tag, value);
    }

    private Set<Meter> ours() {
        return registry.getMeters().stream().filter(meter -> meter.getId().getName().startsWith("camel.sms."))
                .collect(Collectors.toSet());
    }
}
