package io.github.camelsms.client;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Text of a response, and the limits of its JSON: what the readers of responses to send requests
 * ({@link SendResponseTokens}) and to status queries ({@link JsonTree}) have in common.
 */
final class ResponseText {

    static final int MAX_DEPTH = 64;

    /** More than any valid response has. Bounds the memory of a tree. */
    static final int MAX_TOKENS = 100_000;
    static final int MAX_STRING_LENGTH = 100_000;
    private static final int MAX_INTEGER_LENGTH = 32;
    private static final int CHUNK_SIZE = 8192;
    private static final Pattern CHARSET = Pattern.compile("(?i)charset\\s*=\\s*\"?([^\\s;\"]+)");
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private ResponseText() {
    }

    /**
     * Returns the response's body as text. The character set is UTF-16 or UTF-32 if the first bytes indicate it,
     * otherwise UTF-8 if the body is valid UTF-8, otherwise the declared one, otherwise ISO 8859-1.
     */
    static String text(HttpReply.Received response) {
        Charset charset = utf16OrUtf32(response.body());
        if (charset == null) {
            Charset declared = declared(response.contentType());
            Charset other = declared == null ? StandardCharsets.ISO_8859_1 : declared;
            charset = isUtf8(response.body()) ? StandardCharsets.UTF_8 : other;
        }
        String text = new String(response.body(), charset);
        return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
    }

    /**
     * Detects UTF-16 and UTF-32; returns null for other bodies. JSON begins with two ASCII characters or a byte order
     * mark, so the zero bytes identify them (RFC 4627, section 3).
     */
    private static @Nullable Charset utf16OrUtf32(byte[] bytes) {
        if (bytes.length < 4) {
            return null;
        }
        boolean zero0 = bytes[0] == 0;
        boolean zero1 = bytes[1] == 0;
        if (zero0 && zero1) {
            return Charset.forName("UTF-32BE");
        }
        if (zero1) {
            return bytes[2] == 0 ? Charset.forName("UTF-32LE") : StandardCharsets.UTF_16LE;
        }
        boolean mark = bytes[0] == (byte) 0xFE && bytes[1] == (byte) 0xFF
                || bytes[0] == (byte) 0xFF && bytes[1] == (byte) 0xFE;
        return zero0 || mark ? StandardCharsets.UTF_16 : null;
    }

    /** Decodes in chunks, because the characters of a whole response would take twice its size. */
    static boolean isUtf8(byte[] bytes) {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(CHUNK_SIZE);
        CoderResult result;
        do {
            result = decoder.decode(in, out.clear(), true);
        } while (result.isOverflow());
        return result.isUnderflow();
    }

    private static @Nullable Charset declared(@Nullable String contentType) {
        Matcher charset = CHARSET.matcher(contentType == null ? "" : contentType);
        try {
            return charset.find() ? Charset.forName(charset.group(1)) : null;
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            return null;
        }
    }

    /** Parses an integer; returns null for any other text. */
    static @Nullable Integer integer(String text) {
        if (text.length() > MAX_INTEGER_LENGTH) {
            return null;
        }
        try {
            return new BigDecimal(text.trim()).intValueExact();
        } catch (ArithmeticException | NumberFormatException e) {
            return null;
        }
    }
}
