package io.github.camelsms.message;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class WeakIdentityMapTest {

    private final WeakIdentityMap<String> map = new WeakIdentityMap<>();

    @Test
    void get_equalKeys_areDistinguished() {
        List<String> first = new ArrayList<>(List.of("a"));
        List<String> second = new ArrayList<>(first);
        map.put(first, "first");

        assertThat(map.get(first)).isEqualTo("first");
        assertThat(map.get(second)).isNull();
        assertThat(map.get(null)).isNull();
    }

    @Test
    void put_sameKeyAfterItHasChanged_replacesTheValue() {
        List<String> key = new ArrayList<>();
        map.put(key, "first");
        key.add("a");
        map.put(key, "second");

        assertThat(map.get(key)).isEqualTo("second");
    }
}
