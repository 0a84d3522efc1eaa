package io.github.camelsms.file;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.Reader;
import java.io.StringReader;
import java.io.Writer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

import org.apache.camel.Exchange;
import org.apache.camel.InvalidPayloadException;
import org.apache.camel.NoTypeConversionAvailableException;
import org.apache.camel.StreamCache;
import org.apache.camel.WrappedFile;
import org.apache.camel.converter.stream.CachedOutputStream;
import org.apache.camel.support.ExchangeHelper;
import org.apache.camel.util.FileUtil;
import org.apache.camel.util.IOHelper;

/**
 * Content of a body, which can be read several times until the exchange is done. Streams are kept in Camel's stream
 * cache.
 *
 * @param name   name of the file, 1 to 255 characters
 * @param source its bytes
 * @param isText whether the body was a text, whose bytes are UTF-8
 */
record FileContent(String name, TextFile.Source source, boolean isText) {

    /** Name of a body that is not from a file. */
    static final String BODY = "body";

    private static final int MAX_NAME_LENGTH = 255;

    FileContent(String name, TextFile.Source source, boolean isText) {
        this.name = name.length() > MAX_NAME_LENGTH ? name.substring(0, MAX_NAME_LENGTH) : name;
        this.source = source;
        this.isText = isText;
    }

    /**
     * Returns the content of a body.
     *
     * @throws UnreadableFileException if it is not a regular file, or a text that cannot be encoded
     * @throws InvalidPayloadException if it has no content
     */
    static FileContent of(Exchange exchange, @Nullable Object body) throws IOException, InvalidPayloadException {
        Object content = body instanceof WrappedFile<?> wrapped ? content(wrapped) : body;
        String name = FileUtil.stripPath(exchange.getMessage().getHeader(Exchange.FILE_NAME, String.class));
        if (content instanceof File file) {
            return file(name, file.toPath());
        } else if (content instanceof Path path) {
            return file(name, path);
        }
        String shown = name == null || name.isEmpty() ? BODY : name;
        if (content instanceof CharSequence text) {
            return new FileContent(shown, encoded(shown, exchange, new StringReader(text.toString())), true);
        } else if (content instanceof Reader text) {
            return new FileContent(shown, encoded(shown, exchange, text), true);
        } else if (content instanceof byte[] bytes) {
            return new FileContent(shown, () -> new ByteArrayInputStream(bytes), false);
        }
        return new FileContent(shown, cached(exchange, content), false);
    }

    /** Returns the file, or the content of one that is not in the file system. */
    private static @Nullable Object content(WrappedFile<?> wrapped) {
        Object file = wrapped.getFile();
        return file instanceof File || file instanceof Path ? file : wrapped.getBody();
    }

    static FileContent file(@Nullable String given, Path file) throws UnreadableFileException {
        String name = given == null || given.isEmpty() ? String.valueOf(file.getFileName()) : given;
        if (Files.notExists(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new UnreadableFileException(name, "it does not exist: check whether another program moves or removes files");
        }
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new UnreadableFileException(
                    name, "it is a symbolic link, a directory or a special file: use a copy of the file itself");
        }
        return new FileContent(name, () -> Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS), false);
    }

    private static TextFile.Source encoded(String name, Exchange exchange, Reader text) throws IOException {
        CachedOutputStream bytes = new CachedOutputStream(exchange);
        try (Reader in = text; Writer out = new OutputStreamWriter(bytes, StandardCharsets.UTF_8.newEncoder())) {
            IOHelper.copy(in, out, IOHelper.DEFAULT_BUFFER_SIZE);
        } catch (CharacterCodingException e) {
            throw new UnreadableFileException(name, "its text has half of a surrogate pair: export it again");
        }
        return bytes::getInputStream;
    }

    private static TextFile.Source cached(Exchange exchange, @Nullable Object body) throws InvalidPayloadException {
        try {
            InputStream stream = ExchangeHelper.convertToMandatoryType(exchange, InputStream.class, body);
            StreamCache cache = ExchangeHelper.convertToMandatoryType(exchange, StreamCache.class, stream);
            return () -> (InputStream) cache.copy(exchange);
        } catch (NoTypeConversionAvailableException e) {
            throw new InvalidPayloadException(exchange, InputStream.class, exchange.getMessage(), e);
        }
    }
}
