package io.github.camelsms.file;

import java.io.File;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
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
import org.apache.camel.util.ObjectHelper;

/**
 * Data format <code>smsFile</code>. It unmarshals a CSV or JSON file to an {@link SmsFile} with the messages for
 * <code>sms:send</code>, and marshals results and statuses to CSV rows.
 * <p>
 * The options must not change after the start. Threads may share an instance.
 */
@Dataformat("smsFile")
@Configurer
public class SmsFileDataFormat extends ServiceSupport implements DataFormat, DataFormatName {

    private static final String AUTO = "auto";

    private String charset = AUTO;
    private @Nullable String directory;

    @Override
    public String getDataFormatName() {
        return "smsFile";
    }

    /** Returns the name of the character set, or <code>auto</code>. */
    public String getCharset() {
        return charset;
    }

    /**
     * Sets the character set of the files to unmarshal. Rows are always marshalled as UTF-8.
     *
     * @param charset a name such as <code>windows-1252</code>, or <code>auto</code>, the default: a file is read in the
     *                character set that the exchange declares, and without one as UTF-8 if it is valid UTF-8, and
     *                otherwise as Windows-1252. In each case, a byte order mark determines the character set
     */
    public void setCharset(String charset) {
        this.charset = charset;
    }

    /** Returns the directory of the file that rows are appended to, or null. */
    public @Nullable String getDirectory() {
        return directory;
    }

    /**
     * Sets the directory of the file that the route appends marshalled rows to. The header
     * <code>CamelOverruleFileName</code> or <code>CamelFileName</code> names the file. If it is missing, it is created,
     * readable by its owner only. The rows begin with the header line if the file is empty, and with a line break if
     * its last row was cut off.
     *
     * @param directory null, the default: rows always begin with the header line
     */
    public void setDirectory(@Nullable String directory) {
        this.directory = directory;
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
     * Opens a file. The messages can be read until the exchange is done.
     *
     * @param  body                          a {@link File}, or a body that converts to one, such as that of Camel's
     *                                       file component
     * @return                               an {@link SmsFile}
     * @throws UnreadableFileException       if the file does not have the format of its name, or is not a regular file
     * @throws UnsupportedOperationException if the body is not a file
     */
    @Override
    public Object unmarshal(Exchange exchange, @Nullable Object body) throws Exception {
        File file = exchange.getContext().getTypeConverter().tryConvertTo(File.class, exchange, body);
        if (file == null) {
            throw noFile();
        }
        Charset required = fixedCharset();
        SmsFile messages = SmsFile.open(file.toPath(), required == null ? declaredCharset(exchange, file) : required);
        exchange.getExchangeExtension().addOnCompletion(new SynchronizationAdapter() {
            @Override
            public void onDone(Exchange done) {
                IOHelper.close(messages);
            }
        });
        return messages;
    }

    /** Returns the character set of the file endpoint or of the header Content-Type, or null. */
    private static @Nullable Charset declaredCharset(Exchange exchange, File file) throws UnreadableFileException {
        String name = ExchangeHelper.getCharsetName(exchange, false);
        String type = exchange.getMessage().getHeader(Exchange.CONTENT_TYPE, String.class);
        if (name == null && type != null && type.toLowerCase(Locale.ROOT).contains("charset=")) {
            name = IOHelper.getCharsetNameFromContentType(type);
        }
        try {
            return name == null ? null : Charset.forName(name);
        } catch (IllegalArgumentException e) {
            throw new UnreadableFileException(
                    file.getName(), "the exchange declares the character set " + name + ", which is unknown: correct the"
                                    + " option charset of the file endpoint, or the header Content-Type");
        }
    }

    @Override
    public Object unmarshal(Exchange exchange, InputStream stream) {
        throw noFile();
    }

    private static UnsupportedOperationException noFile() {
        return new UnsupportedOperationException(
                "smsFile reads files only: the body must be a java.io.File, such as that of Camel's file component;"
                                                 + " with FTP, set localWorkDirectory");
    }

    /**
     * Writes CSV rows in UTF-8.
     *
     * @param  body                     an <code>SmsSendResult</code>, an <code>SmsStatus</code> or a collection of one
     *                                  of these; an empty one is a collection of results. An {@link SmsFile} is written
     *                                  as results with the outcome <code>DUPLICATE</code>
     * @throws IllegalArgumentException if the body is another one, or no header names the file in the directory
     * @throws java.io.IOException      if the file in the directory cannot be created or read
     */
    @Override
    public void marshal(Exchange exchange, @Nullable Object body, OutputStream out) throws Exception {
        CsvRows rows = body instanceof SmsFile file
                ? CsvRows.duplicates(file)
                : CsvRows.of(body instanceof Collection<?> many ? many : List.of(body == null ? "" : body));
        String start = directory == null
                ? rows.header() : AppendedFile.start(file(Path.of(directory), exchange), rows.header());
        rows.write(start, out);
    }

    /** Returns the file that Camel's file component writes. */
    private static Path file(Path directory, Exchange exchange) {
        String name = exchange.getMessage().getHeader(Exchange.OVERRULE_FILE_NAME,
                exchange.getMessage().getHeader(Exchange.FILE_NAME), String.class);
        if (ObjectHelper.isEmpty(name)) {
            throw new IllegalArgumentException(
                    "the header " + Exchange.FILE_NAME + " must name the file in " + directory);
        }
        Path folder = directory.toAbsolutePath().normalize();
        Path file = folder.resolve(name).normalize();
        if (!file.startsWith(folder) || file.equals(folder)) {
            throw new IllegalArgumentException("the header " + Exchange.FILE_NAME + " names no file in " + directory);
        }
        return file;
    }
}
