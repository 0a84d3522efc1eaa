package io.github.camelsms;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

import io.github.camelsms.body.BodyMaker;
import io.github.camelsms.body.ClosingInput;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.simulator.SimulatedMessage;
import io.github.camelsms.simulator.SmsSimulatorBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.mock.MockEndpoint;
import org.apache.camel.support.TypeConverterSupport;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for sending bodies of each type: messages at the service, results, and closed inputs.
 */
class SmsSendAnyBodyTest extends SmsRouteTestSupport {

    private static final int BODIES = 80;
    private static final String ONE = "{\"messageText\":\"hello\",\"destination\":\"11987654321\",\"correlationId\":\"c1\"}";

    /** Directory of the file route. */
    @TempDir
    private Path folder;

    @TempDir
    private Path bodies;

    @Override
    protected SmsSimulatorBuilder configure(SmsSimulatorBuilder builder) {
        return builder.keepTexts(true);
    }

    @Override
    protected RouteBuilder routes() {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:send").to("sms:send");
                from("file:" + folder.toUri().getPath() + "?charset=ISO-8859-1&noop=true").to("sms:send").to("mock:sent");
            }
        };
    }

    /** An order of the application. */
    private record Order(int number) {
    }

    @Test
    void send_objectOfTheApplication_isConvertedOrRejectedWithTheConvertersError() {
        context.getTypeConverterRegistry().addTypeConverter(SmsMessage.class, Order.class, new TypeConverterSupport() {
            @Override
            @SuppressWarnings("unchecked")
            public <T> T convertTo(Class<T> type, Exchange exchange, Object value) {
                if (((Order) value).number() < 0) {
                    throw new UnsupportedOperationException("phone of an order that must not be shown");
                }
                return (T) new SmsMessage("order " + ((Order) value).number(), "11987654321", null, null);
            }
        });

        assertThat(result(send(new Order(1))).outcome()).isEqualTo(SmsOutcome.ACCEPTED);
        assertThat(send(new Order(-1)).getException()).isInstanceOf(SmsRejectedException.class)
                .hasMessageContaining("converter").hasMessageContaining("UnsupportedOperationException")
                .hasMessageNotContaining("phone");
        List<SmsSendResult> results = results(send(List.of(new Order(-1), new Order(2))));
        assertThat(results.get(0).reason()).contains("converter", "UnsupportedOperationException").doesNotContain("phone");
        assertThat(results.get(1).outcome()).isEqualTo(SmsOutcome.ACCEPTED);
    }

    @Test
    void send_bodiesOfEachType_areSentUnchangedWithOneResultPerMessage() {
        int accepted = 0;
        for (int seed = 0; seed < BODIES; seed++) {
            ClosingInput inputs = new ClosingInput();
            BodyMaker maker = new BodyMaker(new Random(seed), inputs, bodies, seed * 1_000);
            BodyMaker.Made made = maker.body(4);
            Exchange exchange = send(made.body());
            assertThat(exchange.getException()).as("seed %d", seed).isNull();
            boolean isOne = exchange.getMessage().getBody() instanceof SmsSendResult;
            List<SmsSendResult> results = isOne ? List.of(result(exchange)) : results(exchange);
            assertThat(results).as("seed %d", seed).hasSize(made.messages().size());
            for (int i = 0; i < results.size(); i++) {
                BodyMaker.Expected expected = made.messages().get(i);
                assertThat(results.get(i).outcome()).as("seed %d", seed)
                        .isEqualTo(expected.isRejected() ? SmsOutcome.REJECTED : SmsOutcome.ACCEPTED);
                if (!expected.isRejected()) {
                    accepted++;
                    SimulatedMessage arrived = simulator.message(String.valueOf(expected.id())).orElseThrow();
                    assertThat(arrived.text()).as("seed %d", seed).isEqualTo(expected.text());
                    assertThat(arrived.destination()).isEqualTo(expected.number());
                    assertThat(arrived.timesAccepted()).isEqualTo(1);
                    assertThat(arrived.id()).isEqualTo(results.get(i).smsId());
                }
            }
            inputs.assertAllClosedOnce();
        }
        assertThat(simulator.statistics().acceptedMessages()).isEqualTo(accepted);
        assertThat(accepted).isGreaterThan(BODIES);
    }

    @ParameterizedTest
    @ValueSource(strings = { "sms:send", "sms:send?longMessage=split" })
    void send_streamWithInvalidEnd_reportsWhatWasSentAndClosesIt(String uri) {
        ClosingInput inputs = new ClosingInput();
        String two = ONE.replace("c1", "c2");
        Exchange exchange = send(uri, e -> e.getMessage().setBody(inputs.stream(ONE + "\n" + two + "\nBom dia")));
        assertThat(exchange.getException()).isInstanceOf(SmsException.class).hasMessageContaining("2 accepted")
                .hasMessageContaining("not valid JSON at line 3").hasMessageNotContaining("Bom");
        assertThat(((SmsException) exchange.getException()).results()).hasSize(2);
        assertThat(simulator.statistics().acceptedMessages()).isEqualTo(2);
        inputs.assertAllClosedOnce();
    }

    @Test
    void send_inputNotReadToItsEnd_isClosed() {
        simulator.stop();
        ClosingInput inputs = new ClosingInput();
        Exchange exchange = send(
                "sms:send?deliveryTimeout=1", e -> e.getMessage().setBody(inputs.iterator(List.of(ONE, inputs.stream(ONE)))));
        assertThat(exchange.getException()).isInstanceOf(SmsNotSentException.class);
        inputs.assertAllClosedOnce();
    }

    @Test
    void send_fileWithConsumerCharset_keepsAccents() throws Exception {
        Files.write(folder.resolve("latin1.json"), ONE.replace("hello", "ação").getBytes(StandardCharsets.ISO_8859_1));
        Files.write(
                folder.resolve("latin1.ndjson"),
                (ONE.replace("hello", "não").replace("c1", "c2") + "\n" + ONE.replace("c1", "c3"))
                        .getBytes(StandardCharsets.ISO_8859_1));
        MockEndpoint sent = context.getEndpoint("mock:sent", MockEndpoint.class);
        sent.expectedMessageCount(2);
        sent.setResultWaitTime(60_000);
        MockEndpoint.assertIsSatisfied(context);
        assertThat(simulator.message("c1").orElseThrow().text()).isEqualTo("ação");
        assertThat(simulator.message("c2").orElseThrow().text()).isEqualTo("não");
        assertThat(simulator.message("c3")).isPresent();
    }
}
