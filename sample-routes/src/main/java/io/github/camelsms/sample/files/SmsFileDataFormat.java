package io.github.camelsms.sample.files;

import java.io.File;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;

import org.jspecify.annotations.Nullable;

import org.apache.camel.Exchange;
import org.apache.camel.spi.DataFormat;
import org.apache.camel.support.service.ServiceSupport;

/**
 * Data format <code>smsFile</code>, which unmarshals a file to an {@link SmsFile} with the messages for
 * <code>sms:send</code>.
 */
public class SmsFileDataFormat extends ServiceSupport implements DataFormat {

    @Override
    public Object unmarshal(Exchange exchange, Object body) throws Exception {
        File file = exchange.getContext().getTypeConverter().mandatoryConvertTo(File.class, exchange, body);
        String charset = exchange.getContext().resolvePropertyPlaceholders("{{sms.files.charset:auto}}");
        return SmsFile.open(file.toPath(), charset.equals("auto") ? null : Charset.forName(charset));
    }

    @Override
    public Object unmarshal(Exchange exchange, InputStream stream) {
        throw new UnsupportedOperationException("smsFile reads files only");
    }

    @Override
    public void marshal(Exchange exchange, @Nullable Object body, OutputStream out) {
        throw new UnsupportedOperationException("smsFile reads files only");
    }
}
