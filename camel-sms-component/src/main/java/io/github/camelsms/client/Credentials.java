package io.github.camelsms.client;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * HTTP Basic credentials, hidden in the texts of services that repeat them.
 */
final class Credentials {

    static final Credentials NONE = new Credentials("", "", List.of());

    /** Hiding a shorter password would make texts unreadable. */
    private static final int MIN_HIDDEN_LENGTH = 4;
    /** Begins an escape that {@link PlainText} decodes. */
    private static final Pattern ESCAPE = Pattern.compile("[&%\\\\]");
    /** {@link PlainText} decodes the escapes of these characters to spaces. */
    private static final Pattern SPACE = Pattern.compile("[<>\"'\\s\\u00a0]");

    /** A value that YAML reads as a number unless it is quoted, and whose digits may have changed. */
    private static final Pattern NUMBER = Pattern.compile("[-+]?[0-9][0-9_]*(\\.[0-9]*)?([eE][-+]?[0-9]+)?|0[xo][0-9a-fA-F]+");

    private final String token;
    private final String hint;
    private final List<String> secrets;
    private final List<String> readableSecrets;

    private Credentials(String token, String hint, List<String> secrets) {
        this.token = token;
        this.hint = hint;
        this.secrets = secrets;
        this.readableSecrets = secrets.stream().map(Credentials::readable).distinct().toList();
    }

    static Credentials of(String username, String password) {
        byte[] pair = (username + ":" + password).getBytes(StandardCharsets.UTF_8);
        String token = Base64.getEncoder().encodeToString(pair);
        List<String> secrets = Stream.of(
                token, Base64.getEncoder().withoutPadding().encodeToString(pair), password,
                URLEncoder.encode(password, StandardCharsets.UTF_8))
                .filter(secret -> secret.length() >= MIN_HIDDEN_LENGTH).distinct().toList();
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
     * Returns a text of the service without the password and the value of the Authorization header. If they are
     * escaped, the text is returned without escapes.
     */
    @Nullable
    String hide(@Nullable String text) {
        if (text == null) {
            return null;
        }
        String hidden = withoutAny(secrets, text);
        if (secrets.isEmpty() || !ESCAPE.matcher(hidden).find()) {
            return hidden;
        }
        String readable = readable(ServiceText.read(hidden));
        String without = withoutAny(readableSecrets, readable);
        return without.equals(readable) ? hidden : without;
    }

    private static String withoutAny(List<String> secrets, String text) {
        String without = text;
        for (String secret : secrets) {
            without = without.replace(secret, Quotes.HIDDEN);
        }
        return without;
    }

    private static String readable(String text) {
        return SPACE.matcher(PlainText.withTags(text)).replaceAll(" ");
    }

    @Override
    public String toString() {
        return "Credentials[" + Quotes.HIDDEN + "]";
    }
}
