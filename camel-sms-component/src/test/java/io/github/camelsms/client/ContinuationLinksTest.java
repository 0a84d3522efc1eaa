package io.github.camelsms.client;

import java.util.List;
import java.util.stream.Stream;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for links to the next page: which ones count, and the cost of finding them.
 */
class ContinuationLinksTest {

    /** Quadratic work on this size would take hours. */
    private static final int LONG = 1_000_000;
    private static final ObjectMapper JSON = new ObjectMapper();

    @ParameterizedTest
    @ValueSource(strings = {
            "; rel=\"next\"", ";rel=next", "; REL = \"NEXT\"", "; rel=\"last next\"", "; title=\"a;b\"; rel=\"next\"",
            "; rel=\"next\", ", "; rel=\"http://example.com/rel/next\"", ";rel=\"next\";title*=UTF-8''x" })
    void isNext_relationNext_returnsTrue(String parameters) {
        assertThat(ContinuationLinks.isNext(parameters)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "", "; rel=\"xnext\"", "; rel=\"nextish\"", "; rel=nextpage", "; rel=\"prev\"", "; title=\"next\"",
            "; title=\"; rel=next\"",
            "; xrel=\"next\"", "; rel", "; rel=", "; rel=\"prev\"; title=\"next\"", "rel=next" })
    void isNext_otherRelation_returnsFalse(String parameters) {
        assertThat(ContinuationLinks.isNext(parameters)).isFalse();
    }

    static Stream<String> longParameters() {
        return Stream.of(
                "; rel=" + " ".repeat(LONG), "; rel" + " ".repeat(LONG), ";" + " ".repeat(LONG), "; rel=\"" + " ".repeat(LONG),
                "; rel=\"\"".repeat(LONG / 8), "; rel=\"".repeat(LONG / 7), "; rel".repeat(LONG / 5), ";".repeat(LONG),
                "; rel=nex".repeat(LONG / 9), ";a=\"" + ";b=c".repeat(LONG / 4), "\"".repeat(LONG));
    }

    @ParameterizedTest
    @MethodSource("longParameters")
    void isNext_longParameters_takesLinearTime(String parameters) {
        assertThat(ContinuationLinks.isNext(parameters)).isFalse();
    }

    private static ContinuationLinks of(String body) throws JsonProcessingException {
        return ContinuationLinks.of(JSON.readTree(body), null, List.of());
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "\"remaining\":0", "\"remaining\":\"0\"", "\"remaining\":\" 00 \"", "\"has_more\":\"false\"", "\"hasMore\":\"No\"",
            "\"next_page\":\"0\"", "\"next\":\"null\"", "\"next\":\"none\"", "\"next\":-1", "\"next\":\"-1\"", "\"next\":\"\"",
            "\"mais_proximo\":\"não\"", "\"next\":{\"href\":\"null\"}", "\"remaining_credits\":5000",
            "\"quotaRemaining\":\"7\"",
            "\"nextUpdate\":5" })
    void of_nothingLeft_returnsNone(String field) throws Exception {
        assertThat(of("{\"status\":\"OK\",\"code\":6," + field + "}").isNone()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "\"remaining\":250", "\"remaining\":\"250\"", "\"has_more\":\"true\"", "\"hasMore\":\"yes\"", "\"more\":1",
            "\"next_page\":\"2\"", "\"next\":2", "\"restantes\":\"1\"", "\"remaining\":1e3" })
    void of_moreLeftWithoutLink_isMore(String field) throws Exception {
        ContinuationLinks links = of("{\"status\":\"OK\",\"code\":5," + field + "}");
        assertThat(links.references()).isEmpty();
        assertThat(links.moreWithoutLink()).isTrue();
    }

    @Test
    void of_numberAndLink_returnsTheLink() throws Exception {
        assertThat(of("{\"remaining\":\"250\",\"link\":\"?page=2\"}"))
                .isEqualTo(new ContinuationLinks(List.of("?page=2"), false));
    }

    /** Enough values of the maximum length that quadratic work would take minutes. */
    @Test
    void of_manyLongValues_takesLinearTime() {
        for (String piece : List.of("a?", "a=", "?", "next", " ", "=", "&", "/", "a?b", "%", "http", "a=b&", "\n")) {
            ArrayNode values = JsonNodeFactory.instance.arrayNode();
            String value = "x" + piece.repeat(8000 / piece.length()) + "\u0000";
            for (int i = 0; i < 500; i++) {
                values.add(value);
            }
            assertThat(ContinuationLinks.in(values).references()).hasSizeLessThanOrEqualTo(100);
        }
    }

    @Test
    void of_tooManyLinks_keepsALimitedNumber() {
        ArrayNode values = JsonNodeFactory.instance.arrayNode();
        for (int i = 0; i < 1_000; i++) {
            values.add("/v1/status/date?page=" + i);
        }
        assertThat(ContinuationLinks.in(values).references()).hasSize(100).startsWith("/v1/status/date?page=0");
    }
}
