package io.github.camelsms.store.jdbc;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import io.github.camelsms.store.SmsNewMessage;
import io.github.camelsms.store.SmsOffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static io.github.camelsms.store.jdbc.Samples.text;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which messages are kept if there are more than the maximum.
 */
class KeptRowsTest {

    private static final int MAX = 20_000;
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration MAX_AGE = Duration.ofMinutes(5);

    private final KeptRows kept = new KeptRows();

    @BeforeEach
    void fill() {
        for (int id = 1; id <= MAX; id++) {
            kept.add(row(id, START));
        }
    }

    /** The queue needs the first ones before it needs later ones. */
    @Test
    void add_full_keepsTheFirst() {
        kept.add(row(MAX + 1, START.plus(MAX_AGE)));

        assertThat(kept.get(1)).isNotNull();
        assertThat(kept.get(MAX + 1)).isNull();
    }

    /** Otherwise the messages of an account that cannot send would displace those of all others. */
    @Test
    void add_fullOfMuchOlderOnes_replacesTheOldest() {
        kept.add(row(MAX + 1, START.plus(MAX_AGE).plusMillis(1)));

        assertThat(kept.get(1)).isNull();
        assertThat(kept.get(2)).isNotNull();
        assertThat(kept.get(MAX + 1)).isNotNull();
    }

    @Test
    void add_fullAndIncludesTheMessage_replacesItsEarlierForm() {
        Row later = row(MAX, START);
        kept.add(later);

        assertThat(kept.get(MAX)).isSameAs(later);
        assertThat(kept.get(1)).isNotNull();
    }

    @Test
    void add_notFullAnyMore_keepsIt() {
        kept.take(List.of(1L));
        kept.add(row(MAX + 1, START));

        assertThat(kept.get(MAX + 1)).isNotNull();
    }

    private static Row row(long id, Instant storedAt) {
        return new Row(id, 1, new SmsNewMessage(text("m" + id), null, Map.of(), SmsOffer.AT_ONCE), 1, storedAt);
    }
}
