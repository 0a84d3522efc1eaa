package io.github.camelsms;

import java.io.ByteArrayInputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.camelsms.body.BodyMaker;
import io.github.camelsms.body.ClosingInput;
import io.github.camelsms.model.SmsCheck;
import io.github.camelsms.model.SmsCheck.Verdict;
import io.github.camelsms.model.SmsDryRun;
import io.github.camelsms.model.SmsEncoding;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOrigin;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/** Tests for <code>sms:send?dryRun=true</code> without a message store. */
class SmsSendDryRunTest extends SmsRouteTestSupport {

    private static final String NUMBER = "11987654321";
    /** A text of three segments. */
    private static final String LONG = "palavra ".repeat(50).strip();
    private static final int BODIES = 80;

    @TempDir
    private Path bodies;

    @Override
    protected RouteBuilder routes() {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:send").to("sms:send?dryRun=true");
                from("direct:real").to("sms:send");
                from("direct:split").to("sms:send?dryRun=true&longMessage=split&pricePerSegment=0.05");
                from("direct:problems").to("sms:send?dryRun=true&results=problems");
                from("direct:counts").to("sms:send?dryRun=true&results=counts&throwExceptionOnRejected=true");
                from("direct:both").to("sms:send?dryRun=true").setBody(exchangeProperty("message")).to("sms:send");
                from("direct:afterwards").to("sms:send").setBody(exchangeProperty("message")).to("sms:send?dryRun=true");
            }
        };
    }

    @Test
    void dryRun_oneMessage_hasItsNormalizedNumberEncodingAndSegments() {
        SmsOrigin origin = new SmsOrigin("a.csv", 7);
        Exchange exchange = send(
                new SmsMessage("Olá, até amanhã", "+55 (11) 98765-4321", "c1", null).withOrigin(origin));

        assertThat(exchange.getException()).isNull();
        assertThat(check(exchange)).isEqualTo(
                new SmsCheck(NUMBER, origin, "c1", SmsEncoding.UCS_2, 1, Verdict.ALLOWED, null, null));
        assertThat(totals(exchange)).isEqualTo(
                new SmsDryRun(1, 1, 0, 0, 0, 0, 0, 0, true, 1, 1, 0, Duration.ZERO, null));
        assertThat(exchange.getMessage().getHeaders()).doesNotContainKeys(
                SmsConstants.OUTCOME, SmsConstants.CORRELATION_ID, SmsConstants.COST);
        assertNothingSent();
    }

    @Test
    void dryRun_textWithHeaders_hasNoIdBecauseTheGeneratedOneIsNotSent() {
        Exchange exchange = send("direct:send", in -> {
            in.getMessage().setBody("hello");
            in.getMessage().setHeader(SmsConstants.DESTINATION, "11 98765-4321");
        });

        assertThat(check(exchange)).isEqualTo(
                new SmsCheck(NUMBER, null, null, SmsEncoding.GSM_7, 1, Verdict.ALLOWED, null, null));
        assertNothingSent();
    }

    @Test
    void dryRun_invalidNumber_hasCodeAndReasonOfARealRun() {
        SmsMessage message = new SmsMessage("hello", "123", "c1", null);
        SmsSendResult real = result(send("direct:real", in -> in.getMessage().setBody(message)));

        SmsCheck check = check(send(message));

        assertThat(check).isEqualTo(
                new SmsCheck("123", null, "c1", null, 0, Verdict.REJECTED, "-5", real.reason()));
        assertThat(check.reason()).startsWith("INVALID_NUMBER_FORMAT");
    }

    @Test
    void dryRun_longText_isRejectedOrSplitAsInARealRun() {
        SmsMessage message = new SmsMessage(LONG, NUMBER, "c1", null);
        assertThat(check(send(message))).extracting(SmsCheck::verdict, SmsCheck::segments)
                .containsExactly(Verdict.REJECTED, 0);

        Exchange split = send("direct:split", in -> in.getMessage().setBody(message));

        assertThat(check(split)).extracting(SmsCheck::verdict, SmsCheck::segments).containsExactly(Verdict.ALLOWED, 3);
        assertThat(split.getMessage().getHeader(SmsConstants.PARTS)).isEqualTo(3);
        assertThat(totals(split)).extracting(SmsDryRun::messages, SmsDryRun::segments, SmsDryRun::requests)
                .containsExactly(1L, 3L, 1L);
        assertThat(split.getMessage().getHeader(SmsConstants.COST)).isEqualTo(new BigDecimal("0.15"));
        assertThat(totals(split).cost()).isEqualTo(new BigDecimal("0.15"));
        assertNothingSent();
    }

    @Test
    void dryRun_manyMessages_hasAllChecksInOrderAndTheTotals() {
        Exchange exchange = send("direct:split", in -> in.getMessage().setBody(
                List.of(
                        new SmsMessage("ç".repeat(160), NUMBER, "c1", null), new SmsMessage(null, NUMBER, "c2", null),
                        Map.of("messageText", "hello", "destination", NUMBER),
                        "{\"messageText\":\"x\",\"destination\":\"1\"}")));

        assertThat(checks(exchange)).extracting(SmsCheck::correlationId, SmsCheck::verdict, SmsCheck::segments)
                .containsExactly(
                        tuple("c1", Verdict.ALLOWED, 3), tuple("c2", Verdict.REJECTED, 0), tuple(null, Verdict.ALLOWED, 1),
                        tuple(null, Verdict.REJECTED, 0));
        assertThat(totals(exchange)).extracting(
                SmsDryRun::messages, SmsDryRun::allowed, SmsDryRun::rejected, SmsDryRun::segments, SmsDryRun::requests,
                SmsDryRun::cost)
                .containsExactly(4L, 2L, 2L, 4L, 1L, new BigDecimal("0.20"));
        assertNothingSent();
    }

    @Test
    void dryRun_repeatedIdsAndTexts_areCountedAndNamed() {
        Exchange exchange = send("direct:problems", in -> in.getMessage().setBody(
                List.of(
                        new SmsMessage("a", NUMBER, "c1", null), new SmsMessage("b", NUMBER, "c1", null),
                        new SmsMessage("a", "+55 11 98765 4321", "c2", null), new SmsMessage("c", NUMBER, null, null),
                        new SmsMessage("c", NUMBER, null, null))));

        assertThat(checks(exchange)).hasSize(3).allMatch(check -> check.verdict() == Verdict.ALLOWED);
        assertThat(checks(exchange)).extracting(SmsCheck::reason).satisfiesExactly(
                id -> assertThat(id).contains("same correlationId: both are sent"),
                text -> assertThat(text).contains("same destination and text: both are sent"),
                text -> assertThat(text).contains("same destination and text: both are sent"));
        assertThat(totals(exchange)).extracting(
                SmsDryRun::allowed, SmsDryRun::repeatedIds, SmsDryRun::repeatedTexts, SmsDryRun::repetitionsComplete)
                .containsExactly(5L, 1L, 2L, true);
    }

    @Test
    void dryRun_resultsCounts_keepsNoChecks() {
        Exchange exchange = send("direct:counts", in -> in.getMessage().setBody(
                IntStream.range(0, 3_000)
                        .mapToObj(i -> new SmsMessage("text " + i, i % 3 == 0 ? "1" : NUMBER, "m" + i, null)).iterator()));

        assertThat(exchange.getException()).isNull();
        assertThat(checks(exchange)).isEmpty();
        assertThat(totals(exchange))
                .extracting(SmsDryRun::messages, SmsDryRun::allowed, SmsDryRun::rejected, SmsDryRun::requests)
                .containsExactly(3_000L, 2_000L, 1_000L, 10L);
    }

    /** The verdict of a dry run is that of a real run, for each kind of body. */
    @Test
    void dryRun_bodiesOfEachType_agreesWithTheRealRun() {
        for (int seed = 0; seed < BODIES; seed++) {
            ClosingInput inputs = new ClosingInput();
            Object body = new BodyMaker(new Random(seed), inputs, bodies, seed * 1_000).body(4).body();
            Exchange dry = send(body);
            inputs.assertAllClosedOnce();
            assertNothingSent();
            simulator.reset();

            Object same = new BodyMaker(new Random(seed), new ClosingInput(), bodies, seed * 1_000).body(4).body();
            Exchange real = send("direct:real", in -> in.getMessage().setBody(same));

            assertThat(dry.getException()).as("seed %d", seed).isNull();
            boolean isOne = real.getMessage().getBody() instanceof SmsSendResult;
            List<SmsSendResult> results = isOne ? List.of(result(real)) : results(real);
            List<SmsCheck> checks = isOne ? List.of(check(dry)) : checks(dry);
            assertThat(checks).as("seed %d", seed).hasSameSizeAs(results);
            for (int i = 0; i < checks.size(); i++) {
                assertAgree(checks.get(i), results.get(i));
            }
            simulator.reset();
        }
    }

    private static void assertAgree(SmsCheck check, SmsSendResult result) {
        assertThat(check.verdict())
                .isEqualTo(result.outcome() == SmsOutcome.REJECTED ? Verdict.REJECTED : Verdict.ALLOWED);
        assertThat(check.destination()).isEqualTo(result.destination());
        if (check.correlationId() != null) {
            assertThat(check.correlationId()).isEqualTo(result.correlationId());
        }
        if (result.outcome() == SmsOutcome.REJECTED) {
            assertThat(check.reason()).isEqualTo(result.reason());
            assertThat(check.code()).isEqualTo(result.code() == null ? null : String.valueOf(result.code()));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = { "direct:send", "direct:counts" })
    void dryRun_bodyWithoutMessages_failsAsARealRun(String uri) {
        Exchange dry = send(uri, in -> in.getMessage().setBody(new StringBuilder().getClass()));
        Exchange real = send("direct:real", in -> in.getMessage().setBody(new StringBuilder().getClass()));

        assertThat(dry.getException()).isInstanceOf(SmsRejectedException.class).hasMessage(real.getException().getMessage());
    }

    @Test
    void dryRun_streamWithInvalidEnd_failsAndIsNotRepeatedWithTheRest() {
        Iterator<SmsMessage> input = Stream.of(new SmsMessage("a", NUMBER, "c1", null), new SmsMessage("b", NUMBER, "c2", null))
                .peek(message -> {
                    if ("c2".equals(message.correlationId())) {
                        throw new IllegalStateException("secret text");
                    }
                }).iterator();
        Exchange exchange = send(input);
        assertThat(exchange.getException()).isInstanceOf(SmsNotSentException.class)
                .hasMessageContaining("IllegalStateException").hasMessageNotContaining("secret");
        assertThat(exchange.getMessage().getHeader(SmsConstants.DRY_RUN)).isNull();

        Exception first = exchange.getException();
        exchange.setException(null);
        assertThat(template.send("sms:send?dryRun=true", exchange).getException()).isSameAs(first);

        String one = "{\"messageText\":\"a\",\"destination\":\"11987654321\"}\n";
        Exchange json = send(new ByteArrayInputStream((one + one + "Bom dia").getBytes(StandardCharsets.UTF_8)));
        assertThat(json.getException()).isInstanceOf(SmsRejectedException.class).hasMessageContaining("line 3")
                .hasMessageNotContaining("Bom");
        assertNothingSent();
    }

    @Test
    void dryRun_thenRealRunInTheSameExchange_isSent() {
        SmsMessage message = new SmsMessage("hello", NUMBER, "c1", null);
        Exchange exchange = send("direct:both", in -> {
            in.getMessage().setBody(message);
            in.setProperty("message", message);
        });

        assertThat(result(exchange).outcome()).isEqualTo(SmsOutcome.ACCEPTED);
        assertThat(exchange.getMessage().getHeader(SmsConstants.DRY_RUN)).isNull();
        assertThat(simulator.statistics().acceptedMessages()).isEqualTo(1);
    }

    @Test
    void dryRun_ofAMessageThatTheExchangeHasSent_isADuplicate() {
        SmsMessage message = new SmsMessage("hello", NUMBER, "c1", null);
        Exchange exchange = send("direct:afterwards", in -> {
            in.getMessage().setBody(message);
            in.setProperty("message", message);
        });

        assertThat(check(exchange)).extracting(SmsCheck::verdict, SmsCheck::encoding)
                .containsExactly(Verdict.DUPLICATE, SmsEncoding.GSM_7);
        assertThat(totals(exchange)).extracting(SmsDryRun::duplicates, SmsDryRun::segments).containsExactly(1L, 0L);
        assertThat(exchange.getMessage().getHeader(SmsConstants.OUTCOME)).isNull();
        assertThat(simulator.statistics().acceptedMessages()).isEqualTo(1);
    }

    @Test
    void timeToDrain_withABacklog_isThatOfBacklogAndInput() throws Exception {
        String slow = "requestsPerSecond=0.1&batchSize=10&baseUrl=" + simulator.baseUrl().replace("localhost", "127.0.0.1");
        List<SmsMessage> input = IntStream.range(0, 15).mapToObj(i -> new SmsMessage("t" + i, NUMBER, "m" + i, null)).toList();
        Exchange unused = send("sms:send?dryRun=true&" + slow, in -> in.getMessage().setBody(input));
        // The first of two requests departs now.
        assertThat(totals(unused)).extracting(SmsDryRun::backlog, SmsDryRun::requests, SmsDryRun::timeToDrain)
                .containsExactly(0L, 2L, Duration.ofSeconds(10));

        SmsEndpoint real = context.getEndpoint("sms:send?" + slow, SmsEndpoint.class);
        real.suspendSending();
        template.asyncSendBody(real, input);
        org.awaitility.Awaitility.await().until(() -> real.getPendingMessages() == 15);
        Exchange suspended = send("sms:send?dryRun=true&" + slow, in -> in.getMessage().setBody(input));

        assertThat(totals(suspended)).extracting(SmsDryRun::backlog, SmsDryRun::timeToDrain).containsExactly(15L, null);
    }

    @Test
    void dryRun_withoutCredentials_checksMessages() {
        component.setConfiguration(new SmsConfiguration());

        Exchange exchange = send("sms:send?dryRun=true", in -> in.getMessage().setBody(SmsMessage.of("hello", NUMBER)));

        assertThat(check(exchange).verdict()).isEqualTo(Verdict.ALLOWED);
    }

    private void assertNothingSent() {
        assertThat(simulator.statistics().sendRequests()).isZero();
    }

    private static SmsCheck check(Exchange exchange) {
        return exchange.getMessage().getBody(SmsCheck.class);
    }

    @SuppressWarnings("unchecked")
    private static List<SmsCheck> checks(Exchange exchange) {
        return exchange.getMessage().getBody(List.class);
    }

    private static SmsDryRun totals(Exchange exchange) {
        return exchange.getMessage().getHeader(SmsConstants.DRY_RUN, SmsDryRun.class);
    }
}
