package io.github.camelsms.client;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * HTTP Basic credentials, hidden in the texts of services that repeat them.
 */
final class Credentials {

    static final Credentials NONE = new Credentials("", "", List.of());

    /** Hiding a shorter password would make texts unreadable. */
    private static final int MIN_HIDDEN_LENGTH = 4;
    /** A value that YAML reads as a number unless it is quoted, and whose digits may have changed. */
    private static final Pattern NUMBER = Pattern.compile("[-+]?[0-9][0-9_]*(\\.[0-9]*)?([eE][-+]?[0-9]+)?|0[xo][0-9a-fA-F]+");

    private final String token;
    private final String hint;
    private final List<String> secrets;

    private Credentials(String token, String hint, List<String> secrets) {
        this.token = token;
        this.hint = hint;
        this.secrets = secrets;
    }

    static Credentials of(String username, String password) {
        byte[] pair = (username + ":" + password).getBytes(StandardCharsets.UTF_8);
        String token = Base64.getEncoder().encodeToString(pair);
        List<String> secrets = Stream.of(
                token, Base64.getEncoder().withoutPadding().encodeToString(pair), password,
                URLEncoder.encode(password, StandardCharsets.UTF_8))
                .filter(secret -> secret.length() >= MIN_HIDDEN_LENGTH)
                .flatMap(secret -> Stream.of(secret, ServiceText.withoutEscapes(secret))).distinct().toList();
        return new Credentials(token, hint("user name", username) + hint("password", password), secrets);
    }

    private static String hint(String what, String value) {
        return NUMBER.matcher(value).matches()
                ? "; the " + what + " looks like a number: in a YAML file, put it in quotes, because YAML reads 0123 as 83"
                : "";
    }

    /** Returns a suffix for the reason of rejected credentials; possibly empty. */
    String hint() {
        return hint;
    }

    /** Returns the value of the Authorization header. */
    String authorization() {
        return "Basic " + token;
    }

    /**
     * Returns a text without the password and the value of the Authorization header. To find escaped ones, hide them
     * again after {@link ServiceText#withoutEscapes}.
     */
    String hide(String text) {
        String hidden = text;
        for (String secret : secrets) {
            hidden = hidden.replace(secret, ServiceText.HIDDEN);
        }
        return hidden;
    }

    @Override
    public String toString() {
        return "Credentials[" + ServiceText.HIDDEN + "]";
    }
}
