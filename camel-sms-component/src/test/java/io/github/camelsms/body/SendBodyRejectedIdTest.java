package io.github.camelsms.body;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class SendBodyRejectedIdTest extends SendBodyFixture {

    @ParameterizedTest
    @ValueSource(strings = {
            "\"scheduledDate\":\"tomorrow\"", "\"scheduled_date\":1", "\"messageText\":\"twice\"", "\"destination\":[]" })
    void read_invalidFieldBesideAnId_rejectsTheMessageWithItsId(String field) throws IOException {
        String invalid = ONE.replace("}", "," + field + "}").replace("\"" + NUMBER + "\",", "null,");
        Stream.concat(everyKind("[" + invalid + "," + TWO + "]"), everyKind(invalid)).forEach(
                body -> assertThat(reading.read(body).refusals()).as("%s", body.getClass())
                        .extracting(SmsSendResult::correlationId).contains("c1"));
    }

    static List<Object> invalidBesideAnId() {
        Map<String, Object> fields = fields("c1");
        fields.put("scheduledDate", "tomorrow");
        return List.of(fields, tree("{\"correlationId\":\"c1\",\"scheduledDate\":\"tomorrow\"}"));
    }

    @ParameterizedTest
    @MethodSource("invalidBesideAnId")
    void read_invalidElementWithAnId_isRejectedWithItsId(Object element) {
        assertThat(reading.read(List.of(element)).ids()).containsExactly("c1");
        assertThat(reading.read(element).ids()).containsExactly("c1");
    }

    @Test
    void read_invalidHeader_rejectsTheMessageWithItsId() {
        SmsMessage message = new SmsMessage("hello", NUMBER, "c1", null);
        assertThat(reading.read(message, exchange -> {
            exchange.getMessage().setHeader("CamelSmsCorrelationId", "of the header");
            exchange.getMessage().setHeader("CamelSmsPriority", "high");
        }).ids()).containsExactly("c1");
    }

    @Test
    void read_invalidId_isRejectedWithoutOne() {
        Map<String, Object> fields = fields("c1");
        fields.put("correlationId", 1.5);
        assertThat(reading.read(List.of(fields)).ids()).containsExactly((String) null);
    }
}
