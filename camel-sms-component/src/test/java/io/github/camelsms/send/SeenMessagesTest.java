package io.github.camelsms.send;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;

import io.github.camelsms.send.SeenMessages.Earlier;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SeenMessagesTest {

    @Test
    void addId_randomIds_hasTheResultsOfAMap() {
        SeenMessages seen = new SeenMessages(100_000);
        Map<String, Long> expected = new HashMap<>();
        Random random = new Random(7);
        for (int i = 0; i < 200_000; i++) {
            String id = "order-" + random.nextInt(100_000);
            long content = SeenMessages.content("1198765432" + random.nextInt(2), "text");
            Long first = expected.putIfAbsent(id, content);
            assertThat(seen.addId(id, content))
                    .isEqualTo(first == null ? Earlier.NONE : first == content ? Earlier.SAME : Earlier.OTHER);
        }
        assertThat(seen.isComplete()).isTrue();
    }

    @Test
    void addContent_numberOrTextDiffers_isNotRepeated() {
        SeenMessages seen = new SeenMessages(10);

        assertThat(seen.addContent(SeenMessages.content("1", "23"))).isFalse();
        assertThat(seen.addContent(SeenMessages.content("12", "3"))).isFalse();
        assertThat(seen.addContent(SeenMessages.content("1", "2"))).isFalse();
        assertThat(seen.addContent(SeenMessages.content("1", "23"))).isTrue();
    }

    @Test
    void add_moreThanTheMaximum_findsOnlyTheFirstOnesAndIsNotComplete() {
        SeenMessages seen = new SeenMessages(2);
        seen.addId("a", 1);
        seen.addId("b", 1);
        assertThat(seen.isComplete()).isTrue();

        assertThat(seen.addId("c", 1)).isEqualTo(Earlier.NONE);
        assertThat(seen.addId("c", 1)).isEqualTo(Earlier.NONE);
        assertThat(seen.addId("a", 1)).isEqualTo(Earlier.SAME);
        assertThat(seen.addId("b", 2)).isEqualTo(Earlier.OTHER);
        assertThat(seen.isComplete()).isFalse();
    }
}
