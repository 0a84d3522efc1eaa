package io.github.camelsms;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

import io.github.camelsms.body.BodyMaker;
import io.github.camelsms.body.ClosingInput;
import io.github.camelsms.model.SmsCheck;
import io.github.camelsms.model.SmsCheck.Verdict;
import io.github.camelsms.model.SmsDryRun;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOutcome;
import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.store.InMemoryMessageStore;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsNewMessage;
import io.github.camelsms.store.SmsOffer;
import io.github.camelsms.store.SmsStoreException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/** Tests for <code>sms:send?dryRun=true</code> with a message store. */
class SmsSendDryRunStoredTest extends SmsRouteTestSupport {

    private static final String NUMBER = "11987654321";
    private static final String ACCOUNT = "demo@localhost:";
    private static final int BODIES = 40;
    /** Methods that change nothing. */
    private static final Set<String> READING = Set.of("intake.check", "operations.count");

    private final InMemoryMessageStore store = new InMemoryMessageStore(Clock.systemUTC());
    private final WatchedStore watched = new WatchedStore(store);

    @TempDir
    private Path bodies;

    @Override
    protected RouteBuilder routes() {
        component.setMessageStore(watched.store());
        return new RouteBuilder() {
            @Override
            public void configure() {
                // No route uses the account.
            }
        };
    }

    private void addRealRoutes() throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:real").to("sms:send");
                from("direct:realStored").to("sms:send?completeOn=stored&longMessage=split");
            }
        });
    }

    /** Bodies of each kind, with each option that has its own way to the store. */
    @ParameterizedTest
    @ValueSource(strings = {
            "sms:send?dryRun=true", "sms:send?dryRun=true&completeOn=stored&keepHeaders=Job",
            "sms:send?dryRun=true&completeOn=stored&joinTransaction=true",
            "sms:send?dryRun=true&longMessage=split&results=problems",
            "sms:send?dryRun=true&completeOn=stored&longMessage=split&offerResults=false" })
    void dryRun_bodiesOfEachType_changesNothing(String uri) {
        for (int seed = 0; seed < BODIES; seed++) {
            ClosingInput inputs = new ClosingInput();
            Object body = new BodyMaker(new Random(seed), inputs, bodies).body(4).body();
            assertThat(dryRun(uri, body).getException()).as("seed %d", seed).isNull();
            inputs.assertAllClosedOnce();
        }
        dryRun(uri, new SmsMessage("a".repeat(400), NUMBER, "long", null));
        dryRun(uri, List.of(new SmsMessage("a".repeat(400), NUMBER, "long", null), SmsMessage.of("text", "1")));

        assertUntouched();
        assertThat(component.getAccounts()).isEmpty();
    }

    @Test
    void dryRun_redeliveredExchange_changesNothing() throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                errorHandler(defaultErrorHandler().maximumRedeliveries(2).redeliveryDelay(0));
                from("direct:redelivered").to("sms:send?dryRun=true").process(exchange -> {
                    throw new IllegalStateException("a later step");
                });
            }
        });

        assertThat(dryRun("direct:redelivered", SmsMessage.of("hello", NUMBER)).getException())
                .isInstanceOf(IllegalStateException.class);

        assertUntouched();
    }

    private void assertUntouched() {
        assertThat(watched.calls()).isSubsetOf(READING);
        assertThat(MessageStore.await(store.operations().count(ACCOUNT + simulator.port())).values()).containsOnly(0L);
        assertThat(simulator.statistics().sendRequests()).isZero();
    }

    /** The verdict of a dry run is that of the real run that follows, also about messages that were stored before. */
    @Test
    void dryRun_storedAndRepeatedMessages_agreesWithTheRealRun() throws Exception {
        addRealRoutes();
        List<SmsMessage> before = List.of(message("same", "a"), message("changed", "a"), message("long", "a".repeat(200)));
        assertThat(send("direct:realStored", in -> in.getMessage().setBody(before)).getException()).isNull();
        List<SmsMessage> input = List.of(
                message("same", "a"), message("changed", "b"), message("new", "c"), message("new", "c"), message("new", "d"),
                message("long", "a".repeat(200)), message("longer", "a".repeat(300)), message("longer", "a".repeat(300)),
                new SmsMessage("x", "1", "bad", null));
        Awaitility.await().until(() -> component.getPendingMessages() == 0);

        Exchange dry = dryRun("sms:send?dryRun=true&completeOn=stored&longMessage=split&batchSize=2", input);

        assertThat(checks(dry)).extracting(SmsCheck::correlationId, SmsCheck::verdict, SmsCheck::segments).containsExactly(
                tuple("same", Verdict.DUPLICATE, 1), tuple("changed", Verdict.REJECTED, 1), tuple("new", Verdict.ALLOWED, 1),
                tuple("new", Verdict.DUPLICATE, 1), tuple("new", Verdict.REJECTED, 1), tuple("long", Verdict.DUPLICATE, 2),
                tuple("longer", Verdict.ALLOWED, 2), tuple("longer", Verdict.DUPLICATE, 2),
                tuple("bad", Verdict.REJECTED, 0));
        assertThat(checks(dry).get(0).reason()).contains("was stored before and is");
        assertThat(totals(dry)).extracting(
                SmsDryRun::messages, SmsDryRun::allowed, SmsDryRun::duplicates, SmsDryRun::rejected, SmsDryRun::storedBefore,
                SmsDryRun::repeatedIds, SmsDryRun::repeatedTexts, SmsDryRun::segments)
                .containsExactly(9L, 2L, 4L, 3L, 3L, 3L, 2L, 3L);

        Exchange real = send("direct:realStored", in -> in.getMessage().setBody(input));

        assertThat(real.getMessage().getHeaders()).containsEntry(SmsConstants.STORED_MESSAGES, 3)
                .containsEntry(SmsConstants.DUPLICATES, 6).containsEntry(SmsConstants.REJECTED, 3);
        List<SmsSendResult> rejected = real.getMessage().getBody(List.class);
        assertThat(rejected).extracting(SmsSendResult::reason).containsExactlyInAnyOrderElementsOf(
                checks(dry).stream().filter(check -> check.verdict() == Verdict.REJECTED).map(SmsCheck::reason).toList());
    }

    @Test
    void dryRun_messageThatWasNotSent_wouldBeSentNow() throws Exception {
        addRealRoutes();
        component.suspendSending();
        SmsMessage message = message("m1", "hello");
        Exchange first = send("sms:send?deliveryTimeout=1", in -> in.getMessage().setBody(message));
        assertThat(first.getMessage().getHeader(SmsConstants.OUTCOME)).isEqualTo("NOT_SENT");

        assertThat(check(dryRun("sms:send?dryRun=true", message))).extracting(SmsCheck::verdict, SmsCheck::reason)
                .containsExactly(Verdict.ALLOWED, "it was stored before and is NOT_SENT: it is sent now");
        assertThat(check(dryRun("sms:send?dryRun=true&completeOn=stored", message)).verdict()).isEqualTo(Verdict.DUPLICATE);

        component.resumeSending();
        assertThat(result(send("direct:real", in -> in.getMessage().setBody(message))).outcome())
                .isEqualTo(SmsOutcome.ACCEPTED);
        assertThat(check(dryRun("sms:send?dryRun=true", message))).extracting(SmsCheck::verdict, SmsCheck::reason)
                .containsExactly(Verdict.DUPLICATE, "it was stored before and is ACCEPTED: it is not sent again");
    }

    @Test
    void dryRun_manyThousands_asksTheStoreInPortions() {
        Exchange exchange = dryRun("sms:send?dryRun=true&results=counts", IntStream.range(0, 5_500)
                .mapToObj(i -> new SmsMessage("t" + i, i % 100 == 0 ? "1" : NUMBER, "m" + i, null)).iterator());

        assertThat(totals(exchange)).extracting(SmsDryRun::messages, SmsDryRun::allowed, SmsDryRun::rejected)
                .containsExactly(5_500L, 5_445L, 55L);
        assertUntouched();
    }

    @Test
    void timeToDrain_messagesOfAnotherProcess_areCountedInTheStore() {
        MessageStore.await(store.intake().store(ACCOUNT + simulator.port(), IntStream.range(0, 30)
                .mapToObj(i -> new SmsNewMessage(message("m" + i, "t" + i), SmsOffer.NEVER)).toList()));

        Exchange exchange = dryRun("sms:send?dryRun=true&requestsPerSecond=0.1&batchSize=10", message("new", "text"));

        assertThat(totals(exchange)).extracting(SmsDryRun::backlog, SmsDryRun::timeToDrain)
                .containsExactly(30L, Duration.ofSeconds(30));
    }

    @Test
    void dryRun_storeFails_isNotSentAndCanBeRepeated() {
        watched.fail("intake.check");

        Exchange exchange = dryRun("sms:send?dryRun=true", List.of(message("m1", "hello")));

        assertThat(exchange.getException()).isInstanceOf(SmsNotSentException.class)
                .hasMessageContaining("message store could not be asked").hasCauseInstanceOf(SmsStoreException.class);
    }

    private static SmsMessage message(String id, String text) {
        return new SmsMessage(text, NUMBER, id, null);
    }

    private Exchange dryRun(String uri, Object body) {
        return send(uri, in -> in.getMessage().setBody(body));
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
