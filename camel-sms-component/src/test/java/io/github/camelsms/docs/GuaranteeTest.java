package io.github.camelsms.docs;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

import io.github.camelsms.SmsException;
import io.github.camelsms.SmsNotSentException;
import io.github.camelsms.SmsOutcomeUnknownException;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.simulator.Fault;
import org.junit.jupiter.api.Test;

import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests for what the delivery guarantee says about exchanges and endpoints.
 */
class GuaranteeTest extends ExampleTestSupport {

    private static final SmsMessage GOOD = SmsMessage.of("Hello", "11987654321");
    private static final SmsMessage BAD = SmsMessage.of("Hello", "1");

    @Test
    void redelivery_unknownOutcome_sendsNothing() throws Exception {
        start(new RouteBuilder() {
            @Override
            public void configure() {
                onException(Exception.class).maximumRedeliveries(3).redeliveryDelay(1);
                from("direct:send").to("sms:send");
            }
        });
        SMS.simulator().failNext(Fault.dropAfterAccepting());

        Exchange sent = send(GOOD);

        assertThat(sent.getException()).isInstanceOf(SmsOutcomeUnknownException.class);
        assertThat(SMS.simulator().statistics().sendRequests()).isEqualTo(1);
    }

    @Test
    void redelivery_inputThatBrokeOff_sendsNothing() throws Exception {
        start(new RouteBuilder() {
            @Override
            public void configure() {
                onException(Exception.class).maximumRedeliveries(3).redeliveryDelay(1);
                from("direct:send").streamCache("true").to("sms:send");
            }
        });
        String half = "[{\"messageText\":\"hello\",\"destination\":\"11987654321\",\"correlationId\":\"a\"}, {";

        Exchange sent = send(new ByteArrayInputStream(half.getBytes(StandardCharsets.UTF_8)));

        assertThat(sent.getException()).isInstanceOf(SmsException.class).hasMessageContaining("1 accepted");
        assertThat(SMS.simulator().statistics().acceptedMessages()).isEqualTo(1);
        assertThat(SMS.simulator().statistics().duplicateMessages()).isZero();
    }

    @Test
    void redelivery_messageNotSent_sendsItOnce() throws Exception {
        start(new RouteBuilder() {
            @Override
            public void configure() {
                onException(SmsNotSentException.class).maximumRedeliveries(3).redeliveryDelay(1);
                from("direct:send").to("sms:send");
            }
        });
        SMS.simulator().failNext(Fault.httpStatus(404));

        Exchange sent = send(GOOD);

        assertThat(sent.getException()).isNull();
        assertThat(SMS.simulator().messages()).hasSize(1);
    }

    @Test
    void many_oneAcceptedAndOneRejected_completes() throws Exception {
        start(sending("sms:send"));

        assertThat(send(List.of(GOOD, BAD)).getException()).isNull();
    }

    @Test
    void many_allRejected_completes() throws Exception {
        start(sending("sms:send?throwExceptionOnRejected=true"));

        Exchange sent = send(List.of(BAD, BAD));

        assertThat(sent.getException()).isNull();
        assertThat(sent.getMessage().getHeader("CamelSmsRejected")).isEqualTo(2);
    }

    @Test
    void many_noneAcceptedAndOneUnknown_failsAsUnknown() throws Exception {
        start(sending("sms:send"));
        SMS.simulator().failNext(Fault.dropAfterAccepting());

        Exchange sent = send(List.of(GOOD, BAD));

        assertThat(sent.getException()).isInstanceOf(SmsOutcomeUnknownException.class);
        assertThat(((SmsException) sent.getException()).results()).extracting(SmsSendResult::outcome)
                .containsExactly(SmsOutcome.UNKNOWN, SmsOutcome.REJECTED);
        assertThat(sent.getMessage().getBody()).isEqualTo(List.of(GOOD, BAD));
    }

    @Test
    void many_oneAcceptedAndOneNotSent_completes() throws Exception {
        start(sending("sms:send?batchSize=1"));
        SMS.simulator().failNext(Fault.httpStatus(404));

        Exchange sent = send(List.of(GOOD, GOOD));

        assertThat(sent.getException()).isNull();
        assertThat(sent.getMessage().getHeader("CamelSmsNotSent")).isEqualTo(1);
        assertThat(sent.getMessage().getHeader("CamelSmsAccepted")).isEqualTo(1);
    }

    @Test
    void status_secondPollerOfAnAccount_failsAtStart() {
        assertThatThrownBy(() -> start(new RouteBuilder() {
            @Override
            public void configure() {
                from("sms:status?delay=1000").to("mock:one");
                from("sms:status?delay=2000").to("mock:two");
            }
        })).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("already polled");
    }

    @Test
    void send_endpointsDisagreeOnASharedOption_failsAtStart() {
        assertThatThrownBy(() -> start(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:one").to("sms:send?batchSize=100");
                from("direct:two").to("sms:send?batchSize=50");
            }
        })).rootCause().hasMessageContainingAll("batchSize", "sms://send?batchSize=100", "sms://send?batchSize=50");
    }

    private static RouteBuilder sending(String uri) {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:send").to(uri);
            }
        };
    }

    private Exchange send(Object body) {
        return template.send("direct:send", exchange -> exchange.getMessage().setBody(body));
    }
}
