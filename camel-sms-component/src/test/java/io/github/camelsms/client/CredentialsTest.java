package io.github.camelsms.client;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

import io.github.camelsms.model.SendResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class CredentialsTest {

    private static final String PASSWORD = "pä&ss<w\"o\\ns";
    private static final Credentials CREDENTIALS = Credentials.of("demo", PASSWORD);

    /** A text of the service is shown without its escapes, so a password must be found behind them. */
    @ParameterizedTest
    @ValueSource(strings = {
            PASSWORD, "pä&amp;ss&lt;w&quot;o\\ns", "p&#228;&#38;ss&#60;w&#34;o&#92;ns", "p\\u00e4&ss<w\"o\\u005cns",
            "p%C3%A4%26ss%3Cw%22o%5Cns", "p%c3%a4%26ss%3cw%22o%5cns", "p%E4%26ss%3Cw%22o%5Cns", "pä&ss<w\\\"o\\\\ns",
            "p%25C3%25A4%2526ss%253Cw%2522o%255Cns", "p&amp;#228;&amp;amp;ss&amp;lt;w&amp;quot;o\\ns" })
    void hide_escapedPassword_isNotShown(String written) {
        String shown = ServiceText.shown("refused: " + written + " of user demo", List.of(), CREDENTIALS);

        assertThat(shown).startsWith("refused: ").endsWith(" of user demo").doesNotContain("ss", "ns");
    }

    @Test
    void hide_otherText_isKept() {
        assertThat(CREDENTIALS.hide("100% of caf&eacute; \\n <b>demo</b>")).isEqualTo("100% of caf&eacute; \\n <b>demo</b>");
    }

    @Test
    void hide_endOfALongText_isNotShownInPart() {
        FailureReason reasons = new FailureReason(
                ClientFixture.settings(URI.create("http://localhost"), ClientFixture.LONG, null),
                Credentials.of("demo", "a-long-password"));
        IOException failure = new IOException("Bad chunk header: " + "- ".repeat(66) + "a-long-password");

        assertThat(reasons.lost(failure, false, 200, null)).contains("Bad chunk header").doesNotContain("a-l");
    }

    @Test
    void hide_shortPassword_isKept() {
        assertThat(Credentials.of("", "OK").hide("status OK")).isEqualTo("status OK");
        assertThat(Credentials.of("demo", "").hide("a text")).isEqualTo("a text");
    }

    static Stream<HttpReply.Received> rejections() {
        return Stream.of(Credentials.of("demo", "0123"), Credentials.of("1e3", "secret")).flatMap(
                credentials -> Stream.of(
                        new HttpReply.Received(401, new byte[0], null, null, List.of(), credentials),
                        new HttpReply.Received(
                                200, "{\"status\":\"NOK\",\"code\":401}".getBytes(StandardCharsets.UTF_8), null, null,
                                List.of(),
                                credentials)));
    }

    @ParameterizedTest
    @MethodSource("rejections")
    void hint_numberInTheCredentials_isInTheReason(HttpReply.Received rejection) {
        String remedy = " looks like a number: in a YAML file, put it in quotes";

        assertThat(SendResponseReader.read(ClientFixture.batch("a"), rejection))
                .isInstanceOfSatisfying(SendResponse.Unauthorized.class, it -> assertThat(it.reason()).contains(remedy));
        assertThat(StatusOperations.parseNotConsulted(rejection))
                .isInstanceOfSatisfying(StatusResponse.Failed.class, it -> assertThat(it.reason()).contains(remedy));
    }

    @ParameterizedTest
    @ValueSource(strings = { "secret-1", "12a", "" })
    void hint_noNumber_isEmpty(String password) {
        assertThat(Credentials.of("demo", password).hint()).isEmpty();
    }
}
