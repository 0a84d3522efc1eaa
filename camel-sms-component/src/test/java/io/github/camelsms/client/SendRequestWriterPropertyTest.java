package io.github.camelsms.client;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.camelsms.model.SmsMessage;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that each text is written unchanged. An unpaired surrogate, which UTF-8 cannot encode, is written as a question
 * mark.
 */
class SendRequestWriterPropertyTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @Property(seed = "5", tries = 1000)
    void write_anyBatch_isReadBackEqual(@ForAll("batches") List<SmsMessage> batch) throws Exception {
        byte[] written = EntityUtils.toByteArray(SendRequestWriter.write(batch));

        StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(written));
        JsonNode root = JSON.readTree(written);
        assertThat(root.fieldNames()).toIterable().containsExactly("sms");
        assertThat(root.get("sms")).hasSameSizeAs(batch);
        for (int i = 0; i < batch.size(); i++) {
            assertSame(batch.get(i), root.get("sms").get(i));
        }
    }

    private static void assertSame(SmsMessage message, JsonNode item) {
        assertThat(text(item, "messageText")).isEqualTo(inUtf8(message.messageText()));
        assertThat(text(item, "destination")).isEqualTo(inUtf8(message.destination()));
        assertThat(text(item, "correlationId")).isEqualTo(inUtf8(message.correlationId()));
        Instant date = message.scheduledDate();
        assertThat(item.has("scheduledDate")).isEqualTo(date != null);
        if (date != null) {
            assertThat(item.get("scheduledDate").isIntegralNumber()).isTrue();
            assertThat(item.get("scheduledDate").asLong()).isEqualTo(date.getEpochSecond());
        }
    }

    private static @Nullable String text(JsonNode item, String field) {
        return item.has(field) ? item.get(field).textValue() : null;
    }

    private static @Nullable String inUtf8(@Nullable String text) {
        return text == null ? null : new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    @Provide
    Arbitrary<List<SmsMessage>> batches() {
        Arbitrary<String> unit = Arbitraries.chars().all().map(String::valueOf);
        Arbitrary<String> codePoint = Arbitraries.integers().between(0, Character.MAX_CODE_POINT).map(Character::toString);
        Arbitrary<String> special = Arbitraries.of(
                "\"", "\\", "/", "\u0000", "\u001F", "\n", "\u2028", "\uFEFF", "\uFFFF", "😀", "\uD83D", "\uDE00", "é");
        Arbitrary<String> text = Arbitraries.oneOf(unit, codePoint, special).list().ofMaxSize(20)
                .map(parts -> String.join("", parts)).injectNull(0.1);
        Arbitrary<Instant> date = Arbitraries.longs().between(-62_135_596_800L, 253_402_300_799L)
                .map(Instant::ofEpochSecond).injectNull(0.5);
        return Combinators.combine(text, text, text, date).as(SmsMessage::new).list().ofMaxSize(8);
    }
}
