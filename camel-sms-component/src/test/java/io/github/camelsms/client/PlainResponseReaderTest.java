package io.github.camelsms.client;

import java.nio.charset.StandardCharsets;
import java.util.List;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.model.SmsSendResult;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class PlainResponseReaderTest {

    private static final String A = "{\"status\":\"OK\",\"code\":5,\"id_sms\":\"1\",\"correlationId\":\"a\"}";
    private static final String B = "{\"correlationId\":\"b\",\"id_sms\":\"2\",\"code\":5,\"status\":\"OK\",\"message\":null}";
    private static final List<SmsMessage> BATCH = ClientFixture.batch("a", "b");

    @Test
    void read_eachAcceptedInPlace_answersAsTheTolerantReaderDoes() {
        HttpReply.Received response = response("[" + A + ", " + B + "]\n", "application/json; charset=utf-8");
        List<SmsSendResult> results = PlainResponseReader.read(BATCH, response);
        assertThat(results).containsExactly(SmsSendResult.accepted(5, "1", "a"), SmsSendResult.accepted(5, "2", "b"));
        assertThat(SendResponseReader.readAny(BATCH, response)).isEqualTo(SendResponseReader.read(BATCH, response));
    }

    @Test
    void read_acceptedWithAWord_isAcceptedToo() {
        String inWords = A.replace("}", ",\"message\":\"queued\"}");
        assertThat(PlainResponseReader.read(BATCH, response("[" + inWords + "," + B + "]", null))).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "[A]", "[B,A]", "[A,B,B]", "[A,B] x", "[A,B", "{\"sms\":[A,B]}", "", "[]", "[A,A]",
            "[A,{\"status\":\"NOK\",\"code\":-5,\"id_sms\":\"2\",\"correlationId\":\"b\"}]",
            "[A,{\"status\":\"OK\",\"code\":429,\"id_sms\":\"2\",\"correlationId\":\"b\"}]",
            "[A,{\"status\":\"OK\",\"code\":5,\"id_sms\":2,\"correlationId\":\"b\"}]",
            "[A,{\"status\":\"OK\",\"code\":5,\"id_sms\":\" \",\"correlationId\":\"b\"}]",
            "[A,{\"status\":\"OK\",\"code\":5,\"correlationId\":\"b\"}]",
            "[A,{\"status\":\"OK\",\"code\":5,\"id_sms\":\"2\"}]",
            "[A,{\"status\":\"OK\",\"code\":5,\"code\":-5,\"id_sms\":\"2\",\"correlationId\":\"b\"}]",
            "[A,{\"status\":\"OK\",\"code\":5,\"id_sms\":\"2\",\"correlationId\":\"b\",\"more\":[]}]",
            "[A,{\"status\":\"OK\",\"code\":5,\"id_sms\":\"2\",\"correlationId\":\"b\",\"message\":[[[]]]}]",
            "[A,{\"status\":\"OK\",\"code\":5,\"id_sms\":\"2\",\"correlationId\":\"b\",\"message\":7}]",
            "[A,{\"status\":\"OK\",\"code\":5,\"id_sms\":\"2\",\"correlationId\":\"b2\"}]",
            "[A,{\"status\":\"OK\",\"code\":5,\"id_sms\":\"2\",\"correlationId\":\"\"}]",
            "[A,{\"status\":\"OKAY\",\"code\":5,\"id_sms\":\"2\",\"correlationId\":\"b\"}]",
            "[A,{\"status\":\"ok\",\"code\":5,\"id_sms\":\"2\",\"correlationId\":\"b\"}]",
            "[A,{\"status\":\"OK\",\"code\":\"5\",\"id_sms\":\"2\",\"correlationId\":\"b\"}]",
            "[A,{\"status\":\"OK\",\"code\":5.0,\"id_sms\":\"2\",\"correlationId\":\"b\"}]" })
    void read_anyOtherAnswer_saysNothing(String body) {
        assertThat(PlainResponseReader.read(BATCH, response(body.replace("A", A).replace("B", B), null))).isNull();
    }

    @Test
    void read_messageWithoutCorrelationId_saysNothing() {
        List<SmsMessage> batch = List.of(new SmsMessage("text", "11987654321", null, null));
        assertThat(PlainResponseReader.read(batch, response("[" + A + "]", null))).isNull();
    }

    @Test
    void read_anotherCharacterSet_saysNothing() {
        assertThat(PlainResponseReader.read(BATCH, response("[" + A + "," + B + "]", "application/json;charset=utf-16")))
                .isNull();
    }

    private static HttpReply.Received response(String body, @Nullable String contentType) {
        return new HttpReply.Received(200, body.getBytes(StandardCharsets.UTF_8), contentType, null, List.of());
    }
}
