package io.github.camelsms;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

import io.github.camelsms.model.SmsPart;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Tests for the correlation ids of segments.
 */
class SmsPartTest {

    @Test
    void correlationIds_anyId_containSegmentNumberAndMessageId() {
        List<String> ids = SmsPart.correlationIds("order-7", 3);
        assertThat(ids).containsExactly("order-7-1of3", "order-7-2of3", "order-7-3of3");
        assertThat(SmsPart.correlationIds("order-7", 2)).containsExactly("order-7-1of2", "order-7-2of2");
        assertThat(ids).extracting(SmsPart::of).containsExactly(
                new SmsPart("order-7", 1, 3), new SmsPart("order-7", 2, 3), new SmsPart("order-7", 3, 3));
    }

    @Test
    void correlationIds_idOfAnyLength_areUniqueStableAndNeverTooLong() {
        Set<String> all = new HashSet<>();
        int made = 0;
        for (int length = 1; length <= 50; length++) {
            for (String id : List.of("x".repeat(length), "y" + "x".repeat(length - 1), "x".repeat(length - 1) + "y")) {
                if (length == 1 && id.equals("y") && all.contains("y-1of9")) {
                    continue;
                }
                List<String> ids = SmsPart.correlationIds(id, 9);
                assertThat(ids).isEqualTo(SmsPart.correlationIds(id, 9)).allMatch(partId -> partId.length() <= 50);
                assertThat(ids).extracting(partId -> String.valueOf(SmsPart.of(partId)).contains(SmsPart.wholeId(id)))
                        .containsOnly(true);
                all.addAll(ids);
                made += ids.size();
            }
        }
        assertThat(all).hasSize(made);
    }

    @Test
    void wholeId_idTooLong_isAPrefixAndAHash() {
        String id = "a".repeat(50);
        assertThat(SmsPart.wholeId("a".repeat(45))).isEqualTo("a".repeat(45));
        assertThat(SmsPart.wholeId(id)).hasSize(45).matches("a{31}-[0-9a-z]{13}").isEqualTo(SmsPart.wholeId(id));
        assertThat(SmsPart.wholeId(id)).isNotEqualTo(SmsPart.wholeId("a".repeat(49)));
    }

    @Test
    void wholeId_emojiAtTheLimit_isNotSplit() {
        assertThat(SmsPart.wholeId("a".repeat(30) + "😀".repeat(10))).matches("a{30}-[0-9a-z]{13}");
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = { "", "order-7", "-1of3", "order-4of3", "order-0of3", "order-1of1", "order-1of10", "1of3" })
    void of_idOfNoSegment_isNull(@Nullable String id) {
        assertThat(SmsPart.of(id)).isNull();
    }

    @ParameterizedTest
    @ValueSource(ints = { 0, 1, 10 })
    void correlationIds_invalidSegmentCount_throws(int parts) {
        assertThatThrownBy(() -> SmsPart.correlationIds("order-7", parts)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("2 to 9");
    }
}
