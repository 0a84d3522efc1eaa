package io.github.camelsms.benchmarks.server;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CorrelationIdScannerTest {

    @Test
    void next_severalMessages_returnsEachIdAsWritten() {
        assertThat(ids("{\"sms\":[{\"correlationId\":\"a\"},{\"correlationId\" : \"b\\\"c\"},{\"correlationId\":\"\"}]}"))
                .containsExactly("a", "b\\\"c", "");
    }

    @Test
    void next_fieldNameInsideAText_isIgnored() {
        assertThat(ids("{\"messageText\":\"\\\"correlationId\\\":\\\"x\\\"\",\"correlationId\":\"a\"}")).containsExactly("a");
    }

    @Test
    void next_textEqualToTheFieldName_isIgnored() {
        assertThat(ids("{\"messageText\":\"correlationId\",\"correlationId\":\"a\"}")).containsExactly("a");
    }

    @Test
    void next_nullId_returnsNoId() {
        assertThat(ids("{\"correlationId\":null}")).isEmpty();
    }

    private static List<String> ids(String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        CorrelationIdScanner scanner = new CorrelationIdScanner(bytes, 0, bytes.length);
        List<String> ids = new ArrayList<>();
        while (scanner.next()) {
            ids.add(new String(bytes, scanner.idStart(), scanner.idEnd() - scanner.idStart(), StandardCharsets.UTF_8));
        }
        return ids;
    }
}
