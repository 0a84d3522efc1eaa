package io.github.camelsms;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.camelsms.model.SmsCheck;
import io.github.camelsms.model.SmsDryRun;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.policy.OptOutPolicy;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.apache.logging.log4j.Level;
import org.junit.jupiter.api.Test;

import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** Tests for the option <code>policies</code>, over real HTTP. */
class SmsPolicyTest extends SmsRouteTestSupport {

    private static final String NUMBER = "11987654321";
    private static final String OPTED_OUT = "11987650000";

    private final MeterRegistry meters = new SimpleMeterRegistry();
    private final AtomicInteger counted = new AtomicInteger();

    @Override
    protected RouteBuilder routes() {
        SmsPolicy optOut = (message, now) -> OPTED_OUT.equals(message.destination())
                ? SmsVerdict.reject("OPTED_OUT", "11987650000 has opted out") : SmsVerdict.allow();
        SmsPolicy night = (message, now) -> message.priority() == null
                ? SmsVerdict.allow() : SmsVerdict.deferUntil(Instant.parse("2100-01-01T08:00:00Z"), "at night");
        SmsPolicy broken = (message, now) -> {
            if ("broken".equals(message.messageText())) {
                throw new UnsupportedOperationException("planned");
            }
            return SmsVerdict.allow();
        };
        SmsPolicy counting = new SmsPolicy() {
            @Override
            public SmsVerdict check(SmsMessage message, Instant now) {
                return SmsVerdict.allow();
            }

            @Override
            public void onAllowed(List<SmsMessage> messages, Instant now) {
                counted.addAndGet(messages.size());
            }
        };
        context.getRegistry().bind("meters", meters);
        context.getRegistry().bind("counting", counting);
        context.getRegistry().bind("optOut", optOut);
        context.getRegistry().bind("night", night);
        context.getRegistry().bind("broken", broken);
        component.getComponentPropertyConfigurer()
                .configure(context, component, "policies", "#optOut,#night,#broken,#counting", true);
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:send").to("sms:send");
                from("direct:check").to("sms:send?dryRun=true&longMessage=split");
                from("direct:impatient").to("sms:send?deliveryTimeout=1500");
            }
        };
    }

    @Test
    void send_many_eachHasItsOutcome() {
        Exchange exchange = send(List.of(
                SmsMessage.of("hello", NUMBER), SmsMessage.of("hello", OPTED_OUT),
                SmsMessage.of("hello", NUMBER).withPriority(1)));

        assertThat(results(exchange)).extracting(result -> result.outcome())
                .containsExactly(SmsOutcome.ACCEPTED, SmsOutcome.REJECTED, SmsOutcome.NOT_SENT);
        assertThat(results(exchange)).extracting(result -> result.code()).containsExactly(5, null, null);
        assertThat(results(exchange).get(1).reason()).isEqualTo("OPTED_OUT: ****0000 has opted out");
        assertThat(results(exchange).get(2).reason()).contains("2100-01-01T08:00:00Z (at night)");
        assertThat(simulator.messages()).hasSize(1);
    }

    @Test
    @SuppressWarnings("unchecked")
    void dryRun_many_eachHasItsVerdictAndNothingIsCounted() {
        List<SmsMessage> input = List.of(
                SmsMessage.of("hello", NUMBER), SmsMessage.of("hello", OPTED_OUT),
                SmsMessage.of("hello", NUMBER).withPriority(1), SmsMessage.of("broken", NUMBER), SmsMessage.of("hello", "1"),
                SmsMessage.of("palavra ".repeat(30), OPTED_OUT));
        Exchange exchange = send("direct:check", each -> each.getMessage().setBody(input));

        List<SmsCheck> checks = exchange.getMessage().getBody(List.class);
        assertThat(checks).extracting(SmsCheck::verdict).containsExactly(
                SmsCheck.Verdict.ALLOWED, SmsCheck.Verdict.REJECTED, SmsCheck.Verdict.DEFERRED, SmsCheck.Verdict.DEFERRED,
                SmsCheck.Verdict.REJECTED, SmsCheck.Verdict.REJECTED);
        assertThat(checks).extracting(SmsCheck::code).containsExactly(null, "OPTED_OUT", null, null, "-5", "OPTED_OUT");
        assertThat(checks.get(1).reason()).isEqualTo("OPTED_OUT: ****0000 has opted out");
        assertThat(checks.get(2).reason()).contains("2100-01-01T08:00:00Z (at night)");
        assertThat(checks.get(3).reason()).contains("failed (UnsupportedOperationException); it is asked again");
        assertThat(exchange.getMessage().getHeader(SmsConstants.DRY_RUN, SmsDryRun.class)).extracting(
                SmsDryRun::allowed, SmsDryRun::deferred, SmsDryRun::rejected, SmsDryRun::segments)
                .containsExactly(1L, 2L, 3L, 1L);
        assertThat(counted).hasValue(0);
        assertThat(simulator.statistics().sendRequests()).isZero();

        send("direct:check", each -> each.getMessage().setBody(input.get(0)));
        assertThat(counted).hasValue(0);
        send(input.get(0));
        assertThat(counted).hasValue(1);
    }

    @Test
    void meters_messagesRejected_countThoseOfPoliciesApart() {
        send(List.of(SmsMessage.of("hello", OPTED_OUT), SmsMessage.of("hello", "1"), SmsMessage.of("hello", NUMBER)));

        assertThat(meters.get("camel.sms.messages").tag("outcome", "REJECTED").functionCounter().count()).isEqualTo(2);
        assertThat(meters.get("camel.sms.messages.rejected.by.policies").functionCounter().count()).isEqualTo(1);
    }

    @Test
    void send_policyFails_isNotSentAndLogged() {
        try (LogLines lines = LogLines.of(Map.of("io.github.camelsms.account.SmsAccount", Level.INFO))) {
            Exchange exchange = send(
                    "direct:impatient", each -> each.getMessage().setBody(SmsMessage.of("broken", NUMBER)));

            assertThat(exchange.getException()).isInstanceOf(SmsNotSentException.class)
                    .hasMessageContaining("failed (UnsupportedOperationException)");
            await().untilAsserted(() -> assertThat(lines.at(Level.ERROR)).singleElement().asString()
                    .contains("1 message is not sent now, because the policy"));
        }
        assertThat(simulator.messages()).isEmpty();
    }

    @Test
    void reject_codeIsNotAWord_isInvalid() {
        assertThatThrownBy(() -> SmsVerdict.reject("opted out", null)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("upper-case letters");
    }

    @Test
    void start_optOutPolicyWithoutMessageStore_failsNamingTheRemedy() {
        SmsComponent withoutStore = new SmsComponent();
        withoutStore.setCamelContext(context);
        withoutStore.setPolicies(List.of(new OptOutPolicy()));

        assertThatThrownBy(withoutStore::start).hasStackTraceContaining(
                "Option policies contains OptOutPolicy, which requires a message store");
    }
}
