package io.github.camelsms.store;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsOrigin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SmsNewMessageTest {

    /** The complaint becomes the reason of the message's result, which senders read. */
    @ParameterizedTest
    @ValueSource(strings = { "a\u0000", "\ud83d" })
    void new_textThatNoDatabaseKeeps_namesFieldAndRemedyOnly(String text) {
        assertThatThrownBy(() -> message(text, "id")).isInstanceOf(IllegalArgumentException.class).hasMessage(
                "messageText contains U+0000 or half of a surrogate pair, which the message store cannot keep: remove it");
    }

    @Test
    void new_noCorrelationId_namesIt() {
        assertThatThrownBy(() -> message("text", null)).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("correlationId is missing: the message store needs it");
    }

    @Test
    void new_fileNameThatNoDatabaseKeeps_namesTheField() {
        SmsMessage message
                = SmsMessage.of("text", "11987654321").withCorrelationId("id").withOrigin(new SmsOrigin("a\u0000.csv", 1));

        assertThatThrownBy(() -> new SmsNewMessage(message, SmsOffer.NEVER)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("file contains U+0000");
    }

    private static SmsNewMessage message(String text, String correlationId) {
        return new SmsNewMessage(new SmsMessage(text, "11987654321", correlationId, null), SmsOffer.NEVER);
    }
}
