package io.github.camelsms.observe;

import java.time.Instant;
import java.time.InstantSource;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class KeptResponsesTest {

    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final int MIB = 1024 * 1024;

    private final KeptResponses responses = new KeptResponses(InstantSource.fixed(NOW));

    @Test
    void add_response_keepsNumberTimeReasonAndSize() {
        KeptResponse kept = responses.add("não", "not readable");
        assertThat(kept.number()).isEqualTo(1);
        assertThat(kept.time()).isEqualTo(NOW);
        assertThat(kept.bytes()).isEqualTo(4);
        assertThat(kept.isCut()).isFalse();
        assertThat(kept.text()).isEqualTo("não");
        assertThat(kept).hasToString("1: 2026-03-01T10:00:00Z, 4 bytes: not readable");
        assertThat(responses.find(1)).isEqualTo(kept);
        assertThat(responses.find(2)).isNull();
    }

    @Test
    void isFull_hundredResponses_returnsTrue() {
        add(99, "x");
        assertThat(responses.isFull()).isFalse();
        add(1, "x");
        assertThat(responses.isFull()).isTrue();
        responses.removeUpTo(1);
        assertThat(responses.isFull()).isFalse();
    }

    @Test
    void isFull_lessThanAMebibyteFree_returnsTrue() {
        add(1, "x".repeat(15 * MIB));
        assertThat(responses.isFull()).isFalse();
        add(1, "x");
        assertThat(responses.isFull()).isTrue();
        assertThat(responses.bytes()).isEqualTo(15 * MIB + 1);
        responses.removeUpTo(1);
        assertThat(responses.isFull()).isFalse();
        assertThat(responses.bytes()).isEqualTo(1);
    }

    @Test
    void add_largerThanTheFreeSpace_isTruncatedAndMarked() {
        add(1, "x".repeat(15 * MIB));
        KeptResponse fits = responses.add("y".repeat(MIB), "huge");
        assertThat(fits.isCut()).isFalse();
        assertThat(responses.bytes()).isEqualTo(KeptResponses.MAX_BYTES);
        KeptResponse none = responses.add("z", "one more");
        assertThat(none.isCut()).isTrue();
        assertThat(none.text()).isEmpty();
        assertThat(none.bytes()).isEqualTo(1);
        assertThat(responses.bytes()).isEqualTo(KeptResponses.MAX_BYTES);
        responses.removeUpTo(3);
        assertThat(responses.bytes()).isZero();
    }

    @Test
    void add_truncatedInsideACharacter_omitsTheCharacter() {
        add(1, "x".repeat(15 * MIB));
        KeptResponse cut = responses.add("a" + "ç".repeat(MIB), "huge");
        assertThat(cut.isCut()).isTrue();
        assertThat(cut.text()).isEqualTo("a" + "ç".repeat(MIB / 2 - 1));
        assertThat(cut.toString()).contains((2 * MIB + 1) + " bytes of which " + (MIB - 1) + " are kept").doesNotContain("ç");
    }

    @Test
    void removeUpTo_number_keepsNewerResponsesAndTheirNumbers() {
        add(3, "x");
        assertThat(responses.removeUpTo(0)).isZero();
        assertThat(responses.removeUpTo(2)).isEqualTo(2);
        assertThat(responses.list()).extracting(KeptResponse::number).containsExactly(3L);
        assertThat(responses.add("x", "").number()).isEqualTo(4);
        assertThat(responses.count()).isEqualTo(2);
    }

    private void add(int count, String text) {
        for (int i = 0; i < count; i++) {
            responses.add(text, "");
        }
    }
}
