package io.github.camelsms.body;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.camelsms.model.SafeText;
import org.jspecify.annotations.Nullable;

import org.apache.camel.Exchange;
import org.apache.camel.NoTypeConversionAvailableException;
import org.apache.camel.StreamCache;
import org.apache.camel.WrappedFile;

/**
 * Reader of strings, bytes, streams and files that contain JSON messages or the text of one message, and of JSON
 * objects. It closes every stream, except those that the returned {@link JsonMessages} continue to read.
 */
final class ContentReader {

    static final String WRONG_CHARSET
            = "its bytes are not valid in the declared character set, by default UTF-8: set the exchange property CamelCharsetName, or charset in the header Content-Type, to their character set";

    private static final int MAX_PLAIN_TEXT = 64 * 1024;
    private static final char BYTE_ORDER_MARK = '\ufeff';

    private final Exchange exchange;
    private final boolean hasDestination;
    private final BodyCharset charset;

    /**
     * @param hasDestination whether the exchange has a destination for a plain text
     */
    ContentReader(Exchange exchange, boolean hasDestination) {
        this.exchange = exchange;
        this.hasDestination = hasDestination;
        this.charset = new BodyCharset(exchange);
    }

    /** Returns whether an object contains text, or is a JSON object. */
    static boolean isContent(@Nullable Object value) {
        return value instanceof CharSequence || value instanceof byte[] || isStored(value)
                || value instanceof JsonNode node && (node.isTextual() || node.isObject());
    }

    /** Returns whether an object is a stream or a file with text. */
    static boolean isStored(@Nullable Object value) {
        return value instanceof InputStream || value instanceof Reader || value instanceof WrappedFile<?>
                || value instanceof File || value instanceof Path;
    }

    /** Returns whether a text is certainly the text of a message and not JSON. */
    static boolean isPlain(String text) {
        return jsonStart(text) < 0;
    }

    /** Returns the position of the first bracket if a text begins like a JSON object or array, otherwise -1. */
    static int jsonStart(CharSequence text) {
        int at = 0;
        while (at < text.length() && mayPrecedeJson(text.charAt(at))) {
            at++;
        }
        return at < text.length() && beginsJson(text.charAt(at)) ? at : -1;
    }

    private static boolean beginsJson(int c) {
        return c == '{' || c == '[';
    }

    /** Returns whether a character may precede JSON: white space, byte order marks and other invisible characters. */
    private static boolean mayPrecedeJson(int c) {
        return c <= ' ' || c > '~' && (Character.isSpaceChar(c) || Character.isWhitespace(c) || Character.isISOControl(c)
                || Character.getType(c) == Character.FORMAT);
    }

    /** Returns a text without leading byte order marks. */
    static String withoutByteOrderMark(String text) {
        int from = 0;
        while (from < text.length() && text.charAt(from) == BYTE_ORDER_MARK) {
            from++;
        }
        return text.substring(from);
    }

    /**
     * Returns a text, the fields of a message as a map, {@link JsonMessages}, or an {@link Unreadable}.
     *
     * @throws IOException if a stream or file cannot be read
     */
    Object read(Object content) throws IOException {
        if (content instanceof JsonNode node && node.isObject()) {
            return fields(node);
        } else if (!isStored(content)) {
            return inMemory(content);
        }
        Closeable source = open(content);
        Object read = null;
        try {
            read = stream(source instanceof Reader reader ? reader : reader((InputStream) source), source);
            return read;
        } catch (CharacterCodingException e) {
            return new Unreadable(WRONG_CHARSET);
        } finally {
            if (!(read instanceof JsonMessages)) {
                Container.close(source);
            }
        }
    }

    /**
     * Converts a JSON object with the converter of camel-jackson, which keeps the exact value of each number. Unlike
     * JSON text, a map distinguishes bytes from text.
     */
    private Object fields(JsonNode object) {
        try {
            return exchange.getContext().getTypeConverter().mandatoryConvertTo(Map.class, exchange, object);
        } catch (NoTypeConversionAvailableException | RuntimeException | StackOverflowError e) {
            // Without the exception's message, which quotes the object.
            List<Throwable> causes = SafeText.causes(e);
            return new Unreadable(
                    "camel-jackson cannot convert it from a JsonNode to a map ("
                                  + causes.get(causes.size() - 1).getClass().getSimpleName()
                                  + "): check its nesting and the ObjectMapper in the registry",
                    object.path(FieldNames.CORRELATION_ID).textValue(), false);
        }
    }

    /** Reads a content that no other attempt can read either, so that it is rejected if it cannot be read. */
    private Object inMemory(Object content) throws IOException {
        try {
            String text = content instanceof byte[] bytes
                    ? charset.decode(bytes)
                    : content instanceof JsonNode node ? node.textValue() : content.toString();
            return text(text);
        } catch (CharacterCodingException e) {
            return new Unreadable(WRONG_CHARSET);
        } catch (UnreadableBodyException e) {
            throw e;
        } catch (RuntimeException e) {
            return new Unreadable("it cannot be read (" + e.getClass().getSimpleName() + ")");
        }
    }

    private Closeable open(Object content) throws IOException {
        Object file = content instanceof WrappedFile<?> wrapped ? wrapped.getFile() : content;
        if (file instanceof StreamCache cache) {
            // Camel does this for bodies only, not for the elements of a list.
            cache.reset();
        }
        if (file instanceof InputStream || file instanceof Reader) {
            return (Closeable) file;
        } else if (file instanceof File local) {
            return Files.newInputStream(local.toPath());
        } else if (file instanceof Path path) {
            return Files.newInputStream(path);
        }
        try {
            // The component of a remote file loads its content.
            return exchange.getContext().getTypeConverter().mandatoryConvertTo(InputStream.class, exchange, content);
        } catch (NoTypeConversionAvailableException e) {
            throw new IOException("a " + content.getClass().getSimpleName() + " has no content", e);
        }
    }

    private Reader reader(InputStream stream) throws IOException {
        PushbackInputStream bytes = new PushbackInputStream(stream, BodyCharset.PREFIX_LENGTH);
        byte[] start = bytes.readNBytes(BodyCharset.PREFIX_LENGTH);
        bytes.unread(start);
        return new InputStreamReader(bytes, BodyCharset.decoder(charset.of(start)));
    }

    /** Parses a text in memory completely before anything of it is sent. */
    private Object text(String text) throws IOException {
        int start = jsonStart(text);
        if (start < 0) {
            return withoutByteOrderMark(text);
        }
        String json = text.substring(start);
        JsonMessages messages = JsonMessages.of(json);
        try {
            if (messages.isSingle()) {
                return messages.single();
            }
            while (messages.hasNext()) {
                messages.next();
            }
            return JsonMessages.of(json);
        } catch (UnreadableBodyException e) {
            return mayBePlain(messages) ? plainWithoutZeros(text, e) : unreadable(e);
        }
    }

    private Object stream(Reader text, Closeable source) throws IOException {
        BufferedReader reader = new BufferedReader(text);
        reader.mark(MAX_PLAIN_TEXT + 1);
        int skipped = 0;
        int first = reader.read();
        while (first >= 0 && mayPrecedeJson(first) && skipped < MAX_PLAIN_TEXT) {
            skipped++;
            first = reader.read();
        }
        reader.reset();
        if (!beginsJson(first)) {
            return plain(reader);
        }
        for (int i = 0; i < skipped; i++) {
            reader.read();
        }
        JsonMessages messages = JsonMessages.of(reader, source);
        try {
            if (messages.isSingle()) {
                return messages.single();
            }
            messages.readAhead();
            // Releases the buffer, because the reader is not reset again.
            reader.mark(1);
            return messages;
        } catch (UnreadableBodyException e) {
            if (!mayBePlain(messages) || !isReset(reader)) {
                return unreadable(e);
            }
            return plain(reader) instanceof String given ? plainWithoutZeros(given, e) : unreadable(e);
        }
    }

    /** Returns a text that begins like JSON. A text with NUL characters is JSON in another character set. */
    private static Object plainWithoutZeros(String text, UnreadableBodyException fault) {
        return text.indexOf(0) < 0 ? withoutByteOrderMark(text) : unreadable(fault);
    }

    private static Unreadable unreadable(UnreadableBodyException fault) {
        return new Unreadable(String.valueOf(fault.getMessage()));
    }

    private static boolean isReset(BufferedReader reader) {
        try {
            reader.reset();
            return true;
        } catch (IOException e) {
            // More characters were read than a plain text may have.
            return false;
        }
    }

    private static Object plain(Reader reader) throws IOException {
        StringBuilder text = new StringBuilder();
        char[] piece = new char[1024];
        for (int read = reader.read(piece); read >= 0; read = reader.read(piece)) {
            text.append(piece, 0, read);
            if (text.length() > MAX_PLAIN_TEXT) {
                return new Unreadable("the body is neither a short text nor JSON");
            }
        }
        return withoutByteOrderMark(text.toString());
    }

    /** Returns whether invalid JSON may be a plain text: it looks like one, and the exchange has a destination. */
    private boolean mayBePlain(JsonMessages json) {
        return json.isOther() && hasDestination;
    }
}
