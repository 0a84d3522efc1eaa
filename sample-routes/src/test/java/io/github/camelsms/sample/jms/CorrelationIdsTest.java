package io.github.camelsms.sample.jms;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class CorrelationIdsTest {

    @ParameterizedTest
    @CsvSource({
            "ID:51ce6b2e-e618-11f1-be54-02fc00000001, 51ce6b2e-e618-11f1-be54-02fc00000001",
            "ID:414d5120514d312020202020202020206f3a1c5f23456789, 414d5120514d312020202020202020206f3a1c5f23456789",
            "order-7, order-7" })
    void of_idThatFits_isThatIdWithoutItsPrefix(String messageId, String expected) {
        assertThat(CorrelationIds.of(messageId)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "ID:app-7d9c5b6f4d-x2x9z.namespace.example.com-36661-1700000000000-1:1:1:1:1", "ID:", "ID:a b", "ID:é",
            "ID:123456789012345678901234567890123456789012345678901" })
    void of_idThatDoesNotFit_isADigestOfItThatDoes(String messageId) {
        String id = CorrelationIds.of(messageId);

        assertThat(id).matches("[0-9a-f]{40}").isEqualTo(CorrelationIds.of(messageId))
                .isNotEqualTo(CorrelationIds.of(messageId + "1"));
    }

    @Test
    void of_noId_isNone() {
        assertThat(CorrelationIds.of(null)).isNull();
    }
}
