package io.github.camelsms.file;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.apache.camel.CamelContext;
import org.apache.camel.model.DataFormatDefinition;
import org.apache.camel.reifier.dataformat.DataFormatReifier;

/**
 * Definition of the data format <code>smsFile</code> for routes in Java. Its options can be property placeholders:
 *
 * <pre>
 * .unmarshal(new SmsFileDataFormatDefinition().charset("{{charset}}"))
 * </pre>
 */
public class SmsFileDataFormatDefinition extends DataFormatDefinition {

    static {
        DataFormatReifier.registerReifier(
                SmsFileDataFormatDefinition.class,
                (context, definition) -> new Reifier(context, (SmsFileDataFormatDefinition) definition));
    }

    private @Nullable String charset;
    private @Nullable String format;
    private @Nullable String header;
    private @Nullable String showNumbers;

    /** Creates a definition with the default of each option. */
    public SmsFileDataFormatDefinition() {
        super(SmsFileDataFormat.NAME);
    }

    private SmsFileDataFormatDefinition(SmsFileDataFormatDefinition source) {
        super(source);
        this.charset = source.charset;
        this.format = source.format;
        this.header = source.header;
        this.showNumbers = source.showNumbers;
    }

    @Override
    public SmsFileDataFormatDefinition copyDefinition() {
        return new SmsFileDataFormatDefinition(this);
    }

    /** Sets {@link SmsFileDataFormat#setCharset(String)}. */
    public SmsFileDataFormatDefinition charset(String name) {
        this.charset = name;
        return this;
    }

    /** Sets {@link SmsFileDataFormat#setFormat(SmsFileFormat)}. */
    public SmsFileDataFormatDefinition format(SmsFileFormat value) {
        return format(value.name());
    }

    /** Sets {@link SmsFileDataFormat#setFormat(SmsFileFormat)} by its name. */
    public SmsFileDataFormatDefinition format(String name) {
        this.format = name;
        return this;
    }

    /** Sets {@link SmsFileDataFormat#setHeader(boolean)}. */
    public SmsFileDataFormatDefinition header(boolean value) {
        return header(String.valueOf(value));
    }

    /** Sets {@link SmsFileDataFormat#setHeader(boolean)} to <code>true</code> or <code>false</code>. */
    public SmsFileDataFormatDefinition header(String value) {
        this.header = value;
        return this;
    }

    /** Sets {@link SmsFileDataFormat#setShowNumbers(boolean)}. */
    public SmsFileDataFormatDefinition showNumbers(boolean value) {
        return showNumbers(String.valueOf(value));
    }

    /** Sets {@link SmsFileDataFormat#setShowNumbers(boolean)} to <code>true</code> or <code>false</code>. */
    public SmsFileDataFormatDefinition showNumbers(String value) {
        this.showNumbers = value;
        return this;
    }

    private static final class Reifier extends DataFormatReifier<SmsFileDataFormatDefinition> {

        Reifier(CamelContext context, SmsFileDataFormatDefinition definition) {
            super(context, definition);
        }

        @Override
        protected void prepareDataFormatConfig(Map<String, @Nullable Object> properties) {
            properties.put("charset", definition.charset);
            properties.put("format", definition.format);
            properties.put("header", definition.header);
            properties.put("showNumbers", definition.showNumbers);
        }
    }
}
