package io.github.camelsms.store.jdbc;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

import io.github.camelsms.store.OptOuts;
import io.github.camelsms.store.SmsOptOut;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import static io.github.camelsms.store.MessageStore.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests for opt-outs, on each message store.
 */
@ParameterizedClass
@EnumSource(StoreUnderTest.class)
class OptOutsTest extends MessageStoreContract {

    private static final String MOBILE = "11987654321";
    private static final String WITHOUT_NINTH_DIGIT = "1187654321";
    private static final String LANDLINE = "1133334444";

    private OptOuts optOuts;

    @BeforeEach
    void optOuts() {
        optOuts = store.optOuts();
    }

    @Test
    void add_newNumber_isFoundWithTimeAndReason() {
        Instant now = storedAt("now");

        assertThat(await(optOuts.add(List.of(MOBILE), "asked by phone"))).isEqualTo(1);

        SmsOptOut found = await(optOuts.find(List.of(MOBILE))).get(0);
        assertThat(found.number()).isEqualTo(MOBILE);
        assertThat(found.since()).isBetween(now, now.plusSeconds(1));
        assertThat(found.reason()).isEqualTo("asked by phone");
    }

    @Test
    void add_knownNumber_keepsTimeAndReason() {
        await(optOuts.add(List.of(MOBILE), "first"));
        SmsOptOut first = await(optOuts.find(List.of(MOBILE))).get(0);
        advance(Duration.ofDays(1));

        assertThat(await(optOuts.add(List.of(LANDLINE, WITHOUT_NINTH_DIGIT), null))).isEqualTo(1);

        assertThat(await(optOuts.find(null, 10))).hasSize(2).contains(first)
                .anySatisfy(each -> {
                    assertThat(each.number()).isEqualTo(LANDLINE);
                    assertThat(each.reason()).isNull();
                });
    }

    @Test
    void contained_otherSpelling_isContainedInTheSpellingOfTheCall() {
        await(optOuts.add(List.of(WITHOUT_NINTH_DIGIT, "21987650000"), null));

        assertThat(await(optOuts.contained(List.of(MOBILE, LANDLINE)))).containsExactly(MOBILE);
        assertThat(await(optOuts.contained(List.of(MOBILE, WITHOUT_NINTH_DIGIT, "2187650000"))))
                .containsExactlyInAnyOrder(MOBILE, WITHOUT_NINTH_DIGIT, "2187650000");
    }

    /** The 9 of 11 9 3333-4444 is no ninth digit in front of a landline. */
    @Test
    void contained_mobileNumberThatEndsLikeALandline_isAnotherNumber() {
        await(optOuts.add(List.of(LANDLINE), null));

        assertThat(await(optOuts.contained(List.of("11933334444")))).isEmpty();
    }

    @Test
    void add_twoSpellingsOfANumber_countsOne() {
        assertThat(await(optOuts.add(List.of(MOBILE, WITHOUT_NINTH_DIGIT), null))).isEqualTo(1);
    }

    @Test
    void remove_otherSpelling_removesTheNumber() {
        await(optOuts.add(List.of(MOBILE, LANDLINE), null));

        assertThat(await(optOuts.remove(List.of(WITHOUT_NINTH_DIGIT, "11999990000")))).isEqualTo(1);

        assertThat(await(optOuts.find(null, 10))).extracting(SmsOptOut::number).containsExactly(LANDLINE);
    }

    @Test
    void find_pages_returnAllNumbersInOrder() {
        List<String> numbers = new ArrayList<>(
                IntStream.range(0, 25).mapToObj(i -> "119" + (10_000_000 + 7 * i)).toList());
        Collections.shuffle(numbers, new java.util.Random(1));
        await(optOuts.add(numbers, null));

        List<String> read = new ArrayList<>();
        List<SmsOptOut> page = await(optOuts.find(null, 10));
        while (page.size() == 10) {
            page.forEach(each -> read.add(each.number()));
            page = await(optOuts.find(read.get(read.size() - 1), 10));
        }
        page.forEach(each -> read.add(each.number()));

        assertThat(read).containsExactlyElementsOf(numbers.stream().sorted().toList());
    }

    @Test
    void calls_noNumbers_changeNothing() {
        assertThat(await(optOuts.add(List.of(), "x"))).isZero();
        assertThat(await(optOuts.remove(List.of()))).isZero();
        assertThat(await(optOuts.contained(List.of()))).isEmpty();
        assertThat(await(optOuts.find(List.of()))).isEmpty();
    }

    @Test
    void calls_anythingButDigits_failWithoutTheNumberAndAChange() {
        List<String> numbers = List.of(LANDLINE, "+55 11 98765-4321");

        for (CompletionStage<?> call : List.of(optOuts.add(numbers, null), optOuts.remove(numbers), optOuts.contained(numbers),
                optOuts.find(numbers), optOuts.add(List.of(""), null), optOuts.contained(List.of("5511987654321")))) {
            assertThatThrownBy(() -> await(call)).rootCause().isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("11 digits").hasMessageNotContaining("4321");
        }
        assertThat(await(optOuts.find(null, 10))).isEmpty();
    }

    @Test
    void add_tooManyNumbers_fails() {
        List<String> numbers = IntStream.rangeClosed(0, OptOuts.MAX_NUMBERS).mapToObj(i -> "119" + (10_000_000 + i)).toList();

        assertThatThrownBy(() -> await(optOuts.add(numbers, null))).rootCause().hasMessageContaining("at most 1000");
    }

    @Test
    void toString_optOut_masksTheNumber() {
        await(optOuts.add(List.of(MOBILE), null));

        assertThat(await(optOuts.find(List.of(MOBILE))).toString()).contains("****4321").doesNotContain("98765");
    }

    /** Otherwise the number would receive messages again. */
    @Test
    void erase_numberWithOptOut_keepsTheOptOut() {
        await(optOuts.add(List.of(MOBILE), null));

        await(store.operations().erase(MOBILE));

        assertThat(await(optOuts.contained(List.of(MOBILE)))).hasSize(1);
    }
}
