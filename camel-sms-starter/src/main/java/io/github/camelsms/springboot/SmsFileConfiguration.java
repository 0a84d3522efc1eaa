package io.github.camelsms.springboot;

import io.github.camelsms.file.SmsFileFormat;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

import org.apache.camel.spring.boot.DataFormatConfigurationPropertiesCommon;

/**
 * Properties <code>camel.dataformat.sms-file.*</code>: the options of the data format <code>smsFile</code>. A property
 * that is not set is null and does not change its option.
 */
@ConfigurationProperties(prefix = SmsFileConfiguration.PREFIX)
public class SmsFileConfiguration extends DataFormatConfigurationPropertiesCommon {

    static final String PREFIX = "camel.dataformat.sms-file";

    /**
     * Character set of the files and bytes to unmarshal, such as windows-1252. With auto, it is that of the file
     * endpoint or of the header Content-Type, otherwise UTF-8 if the content is valid UTF-8, otherwise Windows-1252. A
     * byte order mark has precedence.
     */
    private @Nullable String charset;
    /**
     * Format of the content to unmarshal. With auto, it is that of the extension of the file name (.csv, .json, .jsonl,
     * .ndjson), otherwise JSON if the content begins with [ or {, otherwise CSV.
     */
    private @Nullable SmsFileFormat format;
    /**
     * Whether CSV output begins with the header line. Set it to false to append rows to a file.
     */
    private @Nullable Boolean header;
    /**
     * Whether CSV output shows phone numbers completely, and not only their last four digits.
     */
    private @Nullable Boolean showNumbers;

    public @Nullable String getCharset() {
        return charset;
    }

    public void setCharset(@Nullable String charset) {
        this.charset = charset;
    }

    public @Nullable SmsFileFormat getFormat() {
        return format;
    }

    public void setFormat(@Nullable SmsFileFormat format) {
        this.format = format;
    }

    public @Nullable Boolean getHeader() {
        return header;
    }

    public void setHeader(@Nullable Boolean header) {
        this.header = header;
    }

    public @Nullable Boolean getShowNumbers() {
        return showNumbers;
    }

    public void setShowNumbers(@Nullable Boolean showNumbers) {
        this.showNumbers = showNumbers;
    }
}
