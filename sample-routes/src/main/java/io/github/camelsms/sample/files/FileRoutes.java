package io.github.camelsms.sample.files;

import io.github.camelsms.SmsException;

import org.apache.camel.LoggingLevel;
import org.apache.camel.builder.RouteBuilder;

/**
 * Sends the messages of the files in the inbox folder (the same in YAML: <code>routes/yaml/files.yaml</code>).
 */
public class FileRoutes extends RouteBuilder {

    @Override
    public void configure() {
        // The formatter is off, so that the indentation shows the steps inside steps. CHECKSTYLE:OFF
        from("file:{{sms.files.inbox}}?include=(?i).*[.](csv|json|jsonl|ndjson)&noop=true&idempotent=false"
             + "&filter=#smsFilesDue&readLock=changed&readLockMinLength=0&readLockMinAge={{sms.files.unchangedFor}}"
             + "&readLockCheckInterval={{sms.files.unchangedFor}}&delay={{sms.files.delay}}"
             + "&initialDelay={{sms.files.delay}}")
            .routeId("sms-files")
            .bean("smsFiles", "open")
            .filter(simple("${body} != null"))
                .setProperty("smsFileJob", body())
                .split(method("smsFiles", "chunks")).streaming().parallelProcessing().executorService("smsFileChunks")
                    .to("direct:sms-file-chunk")
                .end()
                .bean("smsFiles", "finish(${exchangeProperty.smsFileJob})")
            .end();

        from("direct:sms-file-chunk")
            .routeId("sms-file-chunk")
            .setProperty("smsFileChunk", body())
            .doTry()
                .bean("smsFiles", "begin")
                .to("sms:send")
            .doCatch(SmsException.class)
                .setBody(simple("${exception.results}"))
            .doCatch(Exception.class)
                .log(LoggingLevel.WARN, "io.github.camelsms.sample",
                        "${exchangeProperty.smsFileChunk}: ${exception.message}")
                .setBody(simple("${null}"))
            .end()
            .bean("smsFiles", "record(${exchangeProperty.smsFileChunk}, ${body})");
        // CHECKSTYLE:ON
    }
}
