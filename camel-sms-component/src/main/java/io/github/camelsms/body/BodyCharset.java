package io.github.camelsms.body;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

import org.apache.camel.Exchange;
import org.apache.camel.support.ExchangeHelper;
import org.apache.camel.util.IOHelper;

/**
 * Detection of the character set of a body: by its first bytes, then by the exchange's declaration, then UTF-8.
 */
final class BodyCharset {

    /** Number of bytes that the detection needs. */
    static final int PREFIX_LENGTH = 4;

    private static final Charset UTF_32BE = Charset.forName("UTF-32BE");
    private static final Charset UTF_32LE = Charset.forName("UTF-32LE");
    private static final String PARAMETER = "charset=";

    private final Exchange exchange;

    BodyCharset(Exchange exchange) {
        this.exchange = exchange;
    }

    /**
     * Decodes bytes.
     *
     * @throws CharacterCodingException if they are not valid in the detected character set
     */
    String decode(byte[] bytes) throws CharacterCodingException {
        return decoder(of(bytes)).decode(ByteBuffer.wrap(bytes)).toString();
    }

    /** Returns a decoder that fails on malformed input instead of replacing it. */
    static CharsetDecoder decoder(Charset charset) {
        return charset.newDecoder().onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
    }

    /**
     * Returns the character set of a body with these first bytes.
     *
     * @throws UnreadableBodyException if the exchange declares one that does not exist
     */
    Charset of(byte[] start) {
        Charset marked = fromByteOrderMark(start);
        if (marked != null) {
            return marked;
        }
        Charset declared = declared();
        if (declared != null && !declared.equals(StandardCharsets.UTF_16)) {
            return declared;
        }
        Charset detected = fromZeroBytes(start);
        if (detected != null) {
            return detected;
        }
        return declared == null ? StandardCharsets.UTF_8 : declared;
    }

    /** Detects a byte order mark. */
    private static @Nullable Charset fromByteOrderMark(byte[] start) {
        if (begins(start, 0xef, 0xbb, 0xbf)) {
            return StandardCharsets.UTF_8;
        } else if (begins(start, 0xff, 0xfe, 0, 0)) {
            return UTF_32LE;
        } else if (begins(start, 0, 0, 0xfe, 0xff)) {
            return UTF_32BE;
        } else if (begins(start, 0xff, 0xfe)) {
            return StandardCharsets.UTF_16LE;
        }
        return begins(start, 0xfe, 0xff) ? StandardCharsets.UTF_16BE : null;
    }

    /** Detects the zero bytes beside a first ASCII character (RFC 4627, 3). */
    private static @Nullable Charset fromZeroBytes(byte[] start) {
        if (start.length < PREFIX_LENGTH) {
            return null;
        }
        int zeros = (start[0] == 0 ? 8 : 0) + (start[1] == 0 ? 4 : 0) + (start[2] == 0 ? 2 : 0) + (start[3] == 0 ? 1 : 0);
        return switch (zeros) {
            case 0b1110 -> UTF_32BE;
            case 0b0111 -> UTF_32LE;
            case 0b1010, 0b1000 -> StandardCharsets.UTF_16BE;
            case 0b0101, 0b0100 -> StandardCharsets.UTF_16LE;
            default -> null;
        };
    }

    private @Nullable Charset declared() {
        String name = ExchangeHelper.getCharsetName(exchange, false);
        if (name == null) {
            String type = exchange.getMessage().getHeader(Exchange.CONTENT_TYPE, String.class);
            name = type != null && type.toLowerCase(Locale.ROOT).contains(PARAMETER)
                    ? IOHelper.getCharsetNameFromContentType(type) : null;
        }
        try {
            return name == null ? null : Charset.forName(name);
        } catch (IllegalArgumentException e) {
            throw new UnreadableBodyException(
                    "the exchange declares a character set that this JVM does not support: set the exchange property CamelCharsetName, or charset in the header Content-Type, to that of the body");
        }
    }

    private static boolean begins(byte[] start, int... mark) {
        if (start.length < mark.length) {
            return false;
        }
        for (int i = 0; i < mark.length; i++) {
            if ((start[i] & 0xff) != mark[i]) {
                return false;
            }
        }
        return true;
    }
}
