package io.github.camelsms.sample.files;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;

import io.github.camelsms.model.SmsSendResult;
import io.github.camelsms.model.SmsStatus;
import org.jspecify.annotations.Nullable;

import org.apache.camel.Exchange;
import org.apache.camel.spi.DataFormat;
import org.apache.camel.support.service.ServiceSupport;

/**
 * Data format <code>smsFile</code>, which unmarshals a file to an {@link SmsFile} with the messages for
 * <code>sms:send</code>, and marshals results and statuses to rows of a CSV file.
 */
public class SmsFileDataFormat extends ServiceSupport implements DataFormat {

    /** Header line of a file of results. */
    public static final String RESULTS_HEADER = "correlationId,outcome,code,smsId,reason,sentAt\n";
    /** Header line of a file of statuses. */
    public static final String STATUSES_HEADER = "correlationId,status,sentDate\n";

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
    public void marshal(Exchange exchange, @Nullable Object body, OutputStream out) throws IOException {
        for (Object element : body instanceof Collection<?> many ? many : List.of(body == null ? "" : body)) {
            out.write(row(element).getBytes(StandardCharsets.UTF_8));
        }
    }

    private static String row(Object element) {
        if (element instanceof SmsStatus status) {
            return CsvRow.of(status.correlationId(),
                    status.rawStatus() == null ? status.status() : status.rawStatus(), status.sentDate());
        }
        if (element instanceof SmsSendResult result) {
            Instant sentAt = result.sentAt();
            return CsvRow.of(result.correlationId(), result.outcome(), result.code(), result.smsId(), result.reason(),
                    sentAt == null ? null : sentAt.truncatedTo(ChronoUnit.MILLIS));
        }
        throw new IllegalArgumentException("smsFile writes SmsSendResult and SmsStatus, not " + element.getClass().getName());
    }
}
