package io.github.camelsms.client;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * HTTP Basic credentials, hidden in the texts of services that repeat them.
 */
final class Credentials {

    static final Credentials NONE = new Credentials("", List.of());

    /** Hiding a shorter password would make texts unreadable. */
    private static final int MIN_HIDDEN_LENGTH = 4;

    private final String token;
    private final List<String> secrets;

    private Credentials(String token, List<String> secrets) {
        this.token = token;
        this.secrets = secrets;
    }

    static Credentials of(String username, String password) {
        byte[] pair = (username + ":" + password).getBytes(StandardCharsets.UTF_8);
        String token = Base64.getEncoder().encodeToString(pair);
        List<String> secrets = Stream.of(
                token, Base64.getEncoder().withoutPadding().encodeToString(pair), password,
                URLEncoder.encode(password, StandardCharsets.UTF_8))
                .filter(secret -> secret.length() >= MIN_HIDDEN_LENGTH).distinct().toList();
        return new Credentials(token, secrets);
    }

    /** Returns the value of the Authorization header. */
    String authorization() {
        return "Basic " + token;
    }

    /** Returns a text of the service without the password and the value of the Authorization header. */
    @Nullable
    String hide(@Nullable String text) {
        String hidden = text;
        for (String secret : secrets) {
            hidden = hidden == null ? null : hidden.replace(secret, Quotes.HIDDEN);
        }
        return hidden;
    }

    @Override
    public String toString() {
        return "Credentials[" + Quotes.HIDDEN + "]";
    }
}
