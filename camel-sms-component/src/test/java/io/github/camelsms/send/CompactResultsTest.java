package io.github.camelsms.send;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import io.github.camelsms.model.SmsOrigin;
import io.github.camelsms.model.SmsSendResult;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class CompactResultsTest {

    private final CompactResults results = new CompactResults();

    @Test
    void get_idsOfAnyForm_returnsWhatWasAdded() {
        List<SmsSendResult> added = new ArrayList<>();
        for (String id : Arrays.asList(
                null, "", "0", "00", "007", "a", "a-0", "a-00", "a-10", "a-010", "999999999", "1000000000", "a-2147483648",
                "12345678901234567890", "١", "a-7b")) {
            added.add(SmsSendResult.rejected(-5, "bad", id));
            added.add(SmsSendResult.notSent(404, "no", id));
            added.add(SmsSendResult.unknown(null, "lost", id).withSentAt(Instant.EPOCH));
        }
        results.addAll(added);

        assertThat(results).isEqualTo(added);
    }

    @Test
    void get_numbersOfAnyForm_returnsWhatWasAdded() {
        List<SmsSendResult> added = new ArrayList<>();
        for (String number : Arrays.asList(
                null, "", "0", "007", "11987654321", "5511987654321", "12345678901234567", "123456789012345678",
                "+55 (11) 98765-4321", "١١٩٨٧٦٥٤٣٢١")) {
            added.add(SmsSendResult.rejected(-5, "bad", "a-1").about(number, null));
            added.add(SmsSendResult.rejected(-5, "bad", "a-2").about(number, new SmsOrigin("a.csv", 2)));
            added.add(SmsSendResult.rejected(-5, "bad", "a-3").about(number, new SmsOrigin("a.csv", Integer.MAX_VALUE)));
            added.add(SmsSendResult.rejected(-5, "bad", "a-3").about(number, new SmsOrigin("b.csv", 1)));
        }
        results.addAll(added);

        assertThat(results).isEqualTo(added);
    }

    @Test
    void add_severalBlocks_keepsTheirOrderAndSharesWhatIsEqual() {
        for (int i = 0; i < 10_000; i++) {
            results.add(SmsSendResult.rejected(-5, new String("bad"), "file-" + i));
        }

        assertThat(results).hasSize(10_000).extracting(SmsSendResult::correlationId).startsWith("file-0", "file-1")
                .endsWith("file-9999");
        assertThat(results.get(0).reason()).isSameAs(results.get(9_999).reason());
        assertThatThrownBy(() -> results.get(10_000)).isInstanceOf(IndexOutOfBoundsException.class);
    }
}
