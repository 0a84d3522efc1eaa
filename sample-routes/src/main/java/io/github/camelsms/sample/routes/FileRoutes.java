package io.github.camelsms.sample.routes;

import io.github.camelsms.SmsException;
import io.github.camelsms.sample.files.UnreadableFileException;

import org.apache.camel.LoggingLevel;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.file.GenericFileOperationFailedException;

/**
 * Route that stores the messages of the files in the inbox folder. Its YAML version is
 * <code>routes/yaml/files.yaml</code>.
 */
public class FileRoutes extends RouteBuilder {

    @Override
    public void configure() {
        // The formatter is off, so that the indentation shows the steps inside steps. CHECKSTYLE:OFF
        from("file:{{sms.files.inbox}}?filter=#class:io.github.camelsms.sample.files.InboxFilter&move=${exchangeProperty.moveTo}"
             + "&readLock=changed&readLockMinLength=0&readLockMinAge={{sms.files.unchangedFor}}"
             + "&readLockCheckInterval={{sms.files.unchangedFor}}&delay={{sms.files.delay}}"
             + "&initialDelay={{sms.files.delay}}")
            .routeId("sms-files")
            .doTry()
                .unmarshal().custom("smsFile")
                .setProperty("smsFile", simple("${body}"))
                .setProperty("moveTo", simple("{{sms.files.done}}/${file:name.noext}-${body.id}.${file:ext}"))
                .setHeader("resultsFile", simple("${file:name.noext}-${body.id}.results.csv"))
                .process("#class:io.github.camelsms.sample.files.CsvAppender")
                .setHeader("CamelSmsTimeToLive", constant("{{sms.deliveryTimeout}}"))
                .to("sms:send?completeOn=stored&keepHeaders=resultsFile")
                .process("#class:io.github.camelsms.sample.files.CsvAppender")
                .setBody(simple("${exchangeProperty.smsFile.problems}"))
                .log("File ${file:name}: ${header.CamelSmsStoredMessages} messages stored, ${header.CamelSmsDuplicates} stored"
                     + " before, ${header.CamelSmsRejected} rejected, ${body.size} lines unreadable")
                .filter(simple("${exchangeProperty.smsFile.incomplete}"))
                    .log(LoggingLevel.WARN, "File ${file:name} was not read to its end: ${body[last].reason}. Correct the rest"
                         + " and put it into the inbox as another file, without the messages before it: of those, another"
                         + " file sends the ones without a correlationId again")
                .endDoTry()
                .process("#class:io.github.camelsms.sample.files.CsvAppender")
            .doCatch(UnreadableFileException.class)
                .setProperty("moveTo", simple("{{sms.files.failed}}/${file:name.noext}-${date:now:yyyyMMddHHmmssSSS}.${file:ext}"))
                .log(LoggingLevel.WARN, "File ${file:name} cannot be read: ${exception.message}. No messages were sent; it was"
                     + " moved to {{sms.files.failed}}")
            .doCatch(SmsException.class, GenericFileOperationFailedException.class)
                .log(LoggingLevel.WARN, "File ${file:name} stays in the inbox: ${exception.message}. Lines that were stored are"
                     + " not stored again")
                .delay(constant("{{sms.files.retryDelay}}"))
                .rollback("File ${file:name} is read again")
            .end();
        // CHECKSTYLE:ON
    }
}
