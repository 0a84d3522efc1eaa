package io.github.camelsms.file;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

import org.apache.camel.Exchange;
import org.apache.camel.spi.Configurer;
import org.apache.camel.spi.DataFormat;
import org.apache.camel.spi.DataFormatName;
import org.apache.camel.spi.annotations.Dataformat;
import org.apache.camel.support.ExchangeHelper;
import org.apache.camel.support.SynchronizationAdapter;
import org.apache.camel.support.service.ServiceSupport;
import org.apache.camel.util.IOHelper;

/**
 * Data format <code>smsFile</code>. It unmarshals CSV and JSON to an {@link SmsFile}, an iterator over rows for
 * <code>sms:send</code>, and marshals results, statuses, stored messages and checks to CSV rows.
 * <p>
 * The options must not change after the start. Threads may share an instance.
 */
@Dataformat(SmsFileDataFormat.NAME)
@Configurer
public class SmsFileDataFormat extends ServiceSupport implements DataFormat, DataFormatName {

    static final String NAME = "smsFile";

    private static final String AUTO = "auto";

    private String charset = AUTO;
    private SmsFileFormat format = SmsFileFormat.auto;
    private boolean header = true;
    private boolean showNumbers;

    @Override
    public String getDataFormatName() {
        return NAME;
    }

    /** Returns the name of the character set, or <code>auto</code>. */
    public String getCharset() {
        return charset;
    }

    /**
     * Sets the character set of the files and bytes to unmarshal. Texts need none, and rows are always marshalled as
     * UTF-8.
     *
     * @param charset a name such as <code>windows-1252</code>, or <code>auto</code>, the default: a file is read in the
     *                character set that the exchange declares, and without one as UTF-8 if it is valid UTF-8, and
     *                otherwise as Windows-1252. In each case, a byte order mark determines the character set
     */
    public void setCharset(String charset) {
        this.charset = charset;
    }

    /** Returns the format of the content to unmarshal. */
    public SmsFileFormat getFormat() {
        return format;
    }

    /**
     * Sets the format of the content to unmarshal.
     *
     * @param format <code>csv</code>, <code>json</code>, or <code>auto</code>, the default: that of the file name's
     *               extension (.csv, .json, .jsonl, .ndjson), otherwise JSON if the first character is <code>[</code>
     *               or <code>{</code>, otherwise CSV
     */
    public void setFormat(SmsFileFormat format) {
        this.format = format;
    }

    /** Returns whether the rows that are marshalled begin with the header line. */
    public boolean isHeader() {
        return header;
    }

    /**
     * Sets whether the rows that are marshalled begin with the header line.
     *
     * @param header true by default; false to append rows to a file
     */
    public void setHeader(boolean header) {
        this.header = header;
    }

    /** Returns whether phone numbers are marshalled completely. */
    public boolean isShowNumbers() {
        return showNumbers;
    }

    /**
     * Sets whether phone numbers are marshalled completely.
     *
     * @param showNumbers false by default: the last four digits only
     */
    public void setShowNumbers(boolean showNumbers) {
        this.showNumbers = showNumbers;
    }

    /**
     * @throws IllegalArgumentException if the character set is unknown
     */
    @Override
    protected void doInit() {
        fixedCharset();
    }

    private @Nullable Charset fixedCharset() {
        try {
            return charset.equals(AUTO) ? null : Charset.forName(charset);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "charset=" + charset + " is not a character set: write auto, UTF-8 or windows-1252", e);
        }
    }

    /**
     * Opens a file. The rows can be read until the exchange is done. A stream is read completely and kept in Camel's
     * stream cache, because the content is read several times.
     *
     * @param  body                                     a file (also of Camel's components, or a path), a stream, a
     *                                                  reader, bytes, a text, or a body that converts to a stream. The
     *                                                  header <code>CamelFileName</code> has precedence over the name
     *                                                  of the file
     * @return                                          an {@link SmsFile}
     * @throws UnreadableFileException                  if it is not a list of messages, or not a regular file
     * @throws org.apache.camel.InvalidPayloadException if the body has no content
     */
    @Override
    public Object unmarshal(Exchange exchange, @Nullable Object body) throws Exception {
        FileContent content = FileContent.of(exchange, body);
        SmsFile rows = SmsFile.open(content, content.isText() ? StandardCharsets.UTF_8 : charset(exchange, content), format);
        exchange.getExchangeExtension().addOnCompletion(new SynchronizationAdapter() {
            @Override
            public void onDone(Exchange done) {
                IOHelper.close(rows);
            }
        });
        return rows;
    }

    @Override
    public Object unmarshal(Exchange exchange, InputStream stream) throws Exception {
        return unmarshal(exchange, (Object) stream);
    }

    private @Nullable Charset charset(Exchange exchange, FileContent content) throws UnreadableFileException {
        Charset required = fixedCharset();
        return required == null ? declaredCharset(exchange, content.name()) : required;
    }

    /** Returns the character set of the file endpoint or of the header Content-Type, or null. */
    private static @Nullable Charset declaredCharset(Exchange exchange, String fileName) throws UnreadableFileException {
        String name = ExchangeHelper.getCharsetName(exchange, false);
        String type = exchange.getMessage().getHeader(Exchange.CONTENT_TYPE, String.class);
        if (name == null && type != null && type.toLowerCase(Locale.ROOT).contains("charset=")) {
            name = IOHelper.getCharsetNameFromContentType(type);
        }
        try {
            return name == null ? null : Charset.forName(name);
        } catch (IllegalArgumentException e) {
            throw new UnreadableFileException(
                    fileName, "the exchange declares the character set " + name + ", which is unknown: correct the"
                              + " option charset of the file endpoint, or the header Content-Type");
        }
    }

    /**
     * Writes CSV rows in UTF-8, one element after the other. Closes an iterator or a stream that can be closed.
     *
     * @param  body                     an <code>SmsSendResult</code>, an <code>SmsStatus</code>, an
     *                                  <code>SmsStoredMessage</code>, an <code>SmsCheck</code>, or an iterable,
     *                                  iterator, stream or array of one of these
     * @throws IllegalArgumentException if the body is another one, or has elements of several types
     */
    @Override
    public void marshal(Exchange exchange, @Nullable Object body, OutputStream out) throws Exception {
        try {
            CsvRows.of(body, showNumbers).write(header, out);
        } finally {
            if (body instanceof AutoCloseable closeable) {
                closeable.close();
            }
        }
    }
}
