package io.github.camelsms.store.jdbc;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOrigin;
import io.github.camelsms.store.MessageIntake;
import io.github.camelsms.store.SmsClaimed;
import io.github.camelsms.store.SmsIntake;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsNewMessage;
import io.github.camelsms.store.SmsOffer;
import io.github.camelsms.store.SmsStoredMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static io.github.camelsms.store.MessageStore.await;
import static io.github.camelsms.store.jdbc.Samples.ACCOUNT;
import static io.github.camelsms.store.jdbc.Samples.NUMBER;
import static io.github.camelsms.store.jdbc.Samples.accepted;
import static io.github.camelsms.store.jdbc.Samples.ids;
import static io.github.camelsms.store.jdbc.Samples.message;
import static io.github.camelsms.store.jdbc.Samples.messages;
import static io.github.camelsms.store.jdbc.Samples.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests for intake, on each message store.
 */
@ParameterizedClass
@EnumSource(StoreUnderTest.class)
class MessageIntakeTest extends MessageStoreContract {

    @Test
    void store_newMessages_waitInOrder() {
        List<SmsIntake> intakes = await(store.intake().store(ACCOUNT, messages("m", 3)));

        assertThat(intakes).hasSize(3).allMatch(SmsIntake.Stored.class::isInstance);
        assertThat(intakes.stream().map(intake -> ((SmsIntake.Stored) intake).id())).isSorted();
        assertThat(state("m0", "m1", "m2")).containsOnly(SmsMessageState.WAITING);
    }

    /** A store can write many messages with one statement. */
    @Test
    void store_manyMessagesOneOfWhichExists_storesTheOthers() {
        intake(message("m33"));
        List<SmsNewMessage> many = messages("m", 75);

        List<SmsIntake> intakes = await(store.intake().store(ACCOUNT, many));

        assertThat(intakes.get(33)).isInstanceOf(SmsIntake.Duplicate.class);
        assertThat(intakes).filteredOn(SmsIntake.Stored.class::isInstance).hasSize(74);
        assertThat(claim(lease(), 100).messages()).extracting(SmsStoredMessage::correlationId)
                .containsExactlyInAnyOrderElementsOf(many.stream().map(SmsNewMessage::correlationId).toList());
    }

    @Test
    void store_noMessages_storesNothing() {
        assertThat(await(store.intake().store(ACCOUNT, List.of()))).isEmpty();
    }

    @Test
    void store_tooManyMessages_isRejected() {
        List<SmsNewMessage> tooMany = messages("m", MessageIntake.MAX_MESSAGES + 1);

        assertThatThrownBy(() -> store.intake().store(ACCOUNT, tooMany)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1000");
    }

    /** A time to live that was computed from an expiry time can have passed long ago. */
    @Test
    void store_negativeTimeToLive_hasExpired() {
        SmsMessage late = message("late").message().withTimeToLive(Duration.ofMillis(Long.MIN_VALUE));
        await(store.intake().store(ACCOUNT, List.of(new SmsNewMessage(late, SmsOffer.AT_ONCE))));

        assertThat(find("late").expiresAt()).isEqualTo(find("late").storedAt());
    }

    @Test
    void store_allFields_areReturnedByFind() {
        SmsMessage full = new SmsMessage(
                "Olá, ção 😀 \"x\"", NUMBER, "id-ç-1", Instant.ofEpochSecond(2_000_000_000L), 9, Duration.ofMinutes(5),
                new SmsOrigin("promoção 😀.csv", Integer.MAX_VALUE));
        Instant dueAt = Instant.parse("2040-01-01T00:00:00Z");
        Map<String, String> headers = Map.of("JMSReplyTo", "queue:ç", "quote", "a\"b\\c\n{}");
        await(store.intake().store(ACCOUNT, List.of(new SmsNewMessage(full, dueAt, headers, SmsOffer.AT_ONCE))));

        SmsStoredMessage found = find("id-ç-1");

        assertThat(found.message()).isEqualTo(full.withTimeToLive(null));
        assertThat(found.state()).isEqualTo(SmsMessageState.SCHEDULED);
        assertThat(found.dueAt()).isEqualTo(dueAt);
        assertThat(found.expiresAt()).isEqualTo(dueAt.plus(Duration.ofMinutes(5)));
        assertThat(found.headers()).isEqualTo(headers);
        assertThat(found.account()).isEqualTo(ACCOUNT);
        assertThat(found.result()).isNull();
        assertThat(found.toString()).doesNotContain("Ol", NUMBER, "queue").contains("****4321");
    }

    @Test
    void store_messagesOfTwoFilesAndOfNone_keepTheirOrigins() {
        SmsOrigin first = new SmsOrigin("a.csv", 2);
        SmsOrigin second = new SmsOrigin("b.csv", 3);

        intake(ofFile("a", first), message("none"), ofFile("b", second));
        intake(ofFile("single", first));

        assertThat(List.of(find("a"), find("b"), find("none"), find("single"))).extracting(found -> found.message().origin())
                .containsExactly(first, second, null, first);
    }

    /** The row that was stored first is the one that was sent. */
    @Test
    void store_sameMessageFromAnotherFile_isADuplicateWithTheFirstOrigin() {
        SmsOrigin first = new SmsOrigin("a.csv", 2);
        intake(ofFile("a", first));

        List<SmsIntake> again = await(store.intake().store(ACCOUNT, List.of(ofFile("a", new SmsOrigin("b.csv", 3)))));

        assertThat(again).singleElement().isInstanceOfSatisfying(
                SmsIntake.Duplicate.class, it -> assertThat(it.first().message().origin()).isEqualTo(first));
    }

    private static SmsNewMessage ofFile(String correlationId, SmsOrigin origin) {
        return new SmsNewMessage(text(correlationId).withOrigin(origin), SmsOffer.AT_ONCE);
    }

    @Test
    void store_sameMessageAgain_isADuplicateWithItsCurrentState() {
        intake(message("a"), message("b"));
        SmsClaimed.Request request = claim(lease(), 1);
        await(record(request, accepted(request.messages().get(0))));

        List<SmsIntake> intakes = await(store.intake().store(ACCOUNT, List.of(message("a"), message("c"), message("b"))));

        assertThat(intakes.get(0)).isInstanceOfSatisfying(
                SmsIntake.Duplicate.class, it -> assertThat(it.first().result().smsId()).isEqualTo("sms-a"));
        assertThat(intakes.get(1)).isInstanceOf(SmsIntake.Stored.class);
        assertThat(intakes.get(2)).isInstanceOfSatisfying(
                SmsIntake.Duplicate.class, it -> assertThat(it.first().state()).isEqualTo(SmsMessageState.WAITING));
    }

    @Test
    void store_sameIdWithAnotherTextOrDestination_isAConflictForThatMessageOnly() {
        intake(message("a"), message("b"));

        List<SmsIntake> intakes = await(
                store.intake().store(
                        ACCOUNT,
                        List.of(
                                new SmsNewMessage(text("a").withMessageText("Another text"), SmsOffer.AT_ONCE),
                                new SmsNewMessage(text("b").withDestination("11900000000"), SmsOffer.AT_ONCE), message("c"))));

        assertThat(intakes).extracting(intake -> (Object) intake.getClass())
                .containsExactly(SmsIntake.Conflict.class, SmsIntake.Conflict.class, SmsIntake.Stored.class);
        assertThat(find("a").message().messageText()).isEqualTo("Your code is 1234");
    }

    @Test
    void store_sameIdTwiceInAList_storesTheFirst() {
        List<SmsIntake> intakes = await(
                store.intake().store(
                        ACCOUNT,
                        List.of(
                                message("a"), message("a"),
                                new SmsNewMessage(text("a").withMessageText("Another text"), SmsOffer.AT_ONCE))));

        assertThat(intakes).extracting(intake -> (Object) intake.getClass())
                .containsExactly(SmsIntake.Stored.class, SmsIntake.Duplicate.class, SmsIntake.Conflict.class);
    }

    @Test
    void check_messages_haveTheResultsOfStoreAndChangeNothing() {
        intake(message("a"), message("b"));
        SmsStoredMessage before = find("a");
        List<SmsNewMessage> given = List.of(
                message("a"), new SmsNewMessage(text("b").withMessageText("other"), SmsOffer.AT_ONCE), message("c"));

        List<SmsIntake> checked = await(store.intake().check(ACCOUNT, given));

        assertThat(checked).extracting(Object::getClass).asList()
                .containsExactly(SmsIntake.Duplicate.class, SmsIntake.Conflict.class, SmsIntake.Stored.class);
        assertThat(checked.get(0)).isEqualTo(new SmsIntake.Duplicate(before));
        assertThat(find("a")).isEqualTo(before);
        assertThat(await(store.operations().find(ACCOUNT, List.of("c")))).isEmpty();
        assertThat(await(store.intake().store(ACCOUNT, given))).extracting(Object::getClass).asList()
                .isEqualTo(checked.stream().map(Object::getClass).toList());
    }

    @Test
    void check_unknownAccount_hasNoMessages() {
        intake(message("a"));

        assertThat(await(store.intake().check("unknown", List.of(message("a"))))).first().isInstanceOf(SmsIntake.Stored.class);
    }

    @Test
    void check_tooManyMessages_isRejected() {
        List<SmsNewMessage> tooMany = messages("m", MessageIntake.MAX_MESSAGES + 1);

        assertThatThrownBy(() -> store.intake().check(ACCOUNT, tooMany)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1000");
    }

    @Test
    void store_sameIdForAnotherAccount_isAnotherMessage() {
        intake(message("a"));

        assertThat(await(store.intake().store("other", List.of(message("a"))))).first().isInstanceOf(SmsIntake.Stored.class);
        assertThat(ids(claim(Samples.claim(lease(), 1, 10)))).containsExactly("a");
    }

    @ParameterizedTest
    @ValueSource(strings = { "", "a\u0000b", "half \uD83D character" })
    void newMessage_valueNoDatabaseCanStore_isRejected(String text) {
        assertThatThrownBy(() -> new SmsNewMessage(text("a").withMessageText(text), SmsOffer.AT_ONCE))
                .isInstanceOf(IllegalArgumentException.class).hasMessageNotContaining(NUMBER);
        assertThatThrownBy(() -> message(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void newMessage_dueAtOutOfRange_isRejectedNamingTheRange() {
        for (Instant dueAt : List.of(Instant.MIN, Instant.EPOCH.minusMillis(1), Instant.MAX)) {
            assertThatThrownBy(() -> new SmsNewMessage(text("a"), dueAt, Map.of(), SmsOffer.AT_ONCE))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("dueAt=" + dueAt + " is out of range: give a time from 1970 to 9999");
        }
    }
}
