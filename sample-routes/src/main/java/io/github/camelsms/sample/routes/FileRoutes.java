package io.github.camelsms.sample.routes;

import java.io.IOException;

import io.github.camelsms.SmsException;
import io.github.camelsms.file.UnreadableFileException;

import org.apache.camel.LoggingLevel;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.file.GenericFileOperationFailedException;

/**
 * Routes that store the messages of the files in the inbox, and log the other files there. Their YAML version is
 * <code>routes/yaml/files.yaml</code>.
 */
public class FileRoutes extends RouteBuilder {

    @Override
    public void configure() {
        // The formatter is off, so that the indentation shows the steps inside steps. CHECKSTYLE:OFF
        from("file:{{sms.files.inbox}}?includeExt=csv,json,jsonl,ndjson&exclude=(?s).*[\\p{C}\\p{Zl}\\p{Zp}].*|.{101,}"
             + "&filterFile=${body.canRead}&move=${exchangeProperty.moveTo}"
             + "&readLock=changed&readLockMinLength=0&readLockMinAge={{sms.files.unchangedFor}}"
             + "&readLockCheckInterval={{sms.files.unchangedFor}}&delay={{sms.files.delay}}"
             + "&initialDelay={{sms.files.delay}}")
            .routeId("sms-files")
            .doTry()
                .setProperty("file", simple("${body}"))
                .to("dataformat:smsFile:unmarshal?charset={{sms.files.charset}}")
                .setProperty("smsFile", simple("${body}"))
                .setProperty("moveTo", simple("{{sms.files.done.absolute}}/${file:name.noext.single}-${body.id}.${file:name.ext.single}"))
                .setHeader("resultsFile", simple("${file:name.noext.single}-${body.id}.results.csv"))
                // The header line: nothing is stored if results cannot be written.
                .setBody(simple("${exchangeProperty.smsFile.problems}"))
                .to("seda:sms-rows?waitForTaskToComplete=Always&timeout=0")
                .setBody(simple("${exchangeProperty.smsFile}"))
                .setHeader("CamelSmsTimeToLive", constant("{{sms.deliveryTimeout}}"))
                .to("sms:send?completeOn=stored&keepHeaders=resultsFile")
                .setProperty("rejected", simple("${body}"))
                .filter(simple("${header.CamelSmsDuplicates} > 0"))
                    .log(LoggingLevel.WARN, "File ${file:name}: ${header.CamelSmsDuplicates} messages were stored before and are"
                         + " not sent again; ${header.CamelSmsStoredMessages} are sent. A message with the same correlationId,"
                         + " number and text, or without correlationId in a file with the same content, is sent once."
                         + " To send it again, give the line a new correlationId")
                    .filter(simple("${header.CamelSmsStoredMessages} == 0"))
                        .setBody(simple("${exchangeProperty.file}"))
                        .to("dataformat:smsFile:unmarshal?charset={{sms.files.charset}}")
                        .to("seda:sms-rows?waitForTaskToComplete=Always&timeout=0")
                    .end()
                .end()
                .setBody(simple("${exchangeProperty.rejected}"))
                .to("seda:sms-rows?waitForTaskToComplete=Always&timeout=0")
                .setBody(simple("${exchangeProperty.smsFile.problems}"))
                .log("File ${file:name}: messages stored ${header.CamelSmsStoredMessages}, stored before"
                     + " ${header.CamelSmsDuplicates}, rejected ${header.CamelSmsRejected}, unreadable lines ${body.size}")
                .filter(simple("${body.size} > 0 && ${exchangeProperty.smsFile.incomplete} == false"))
                    .log(LoggingLevel.WARN, "File ${file:name}: ${body.size} lines are unreadable and are not sent"
                         + " (${exchangeProperty.smsFile.firstProblems}). The results have the reason of each. Correct them and"
                         + " put them into the inbox as another file, without the other lines")
                .end()
                .filter(simple("${exchangeProperty.smsFile.incomplete}"))
                    .log(LoggingLevel.WARN, "File ${file:name} was not read to its end: ${body[last].reason}. Correct the rest"
                         + " and put it into the inbox as another file, without the messages before the error: those that"
                         + " have no correlationId would be sent again")
                .endDoTry()
                .to("seda:sms-rows?waitForTaskToComplete=Always&timeout=0")
            .doCatch(UnreadableFileException.class)
                .setProperty("moveTo", simple("{{sms.files.failed.absolute}}/${file:name.noext.single}-${date:now:yyyyMMddHHmmssSSS}.${file:name.ext.single}"))
                .log(LoggingLevel.WARN, "${exception.message}. No messages were sent; it was moved to {{sms.files.failed}}")
            .doCatch(SmsException.class, GenericFileOperationFailedException.class, IOException.class)
                .log(LoggingLevel.WARN, "sms-files-retry", "File ${file:name} stays in the inbox: ${exception.message}. Lines"
                     + " that were stored are not stored again")
                .delay(constant("{{sms.files.retryDelay}}"))
                .rollback("File ${file:name} is read again")
            .end();

        // Reads nothing and moves nothing. Names that other programs give to unfinished files are not logged.
        from("file:{{sms.files.inbox}}?noop=true&idempotentKey=${file:name}-${file:size}-${file:modified}"
             + "&excludeExt=part,filepart,tmp,temp,swp,lock&exclude=(?s).*~"
             + "&filterFile=${file:onlyname} !regex '(?i)(?!.{101})[^\\p{C}\\p{Zl}\\p{Zp}]*[.](csv|json|jsonl|ndjson)' || ${body.canRead} == false"
             + "&readLock=changed&readLockMarkerFile=false&readLockDeleteOrphanLockFiles=false&readLockMinLength=0"
             + "&readLockMinAge=5000&delay={{sms.files.delay}}&initialDelay={{sms.files.delay}}")
            .routeId("sms-files-unread")
            .choice()
                .when(simple("${file:onlyname} regex '(?s).*[\\p{C}\\p{Zl}\\p{Zp}].*'"))
                    .log(LoggingLevel.WARN, "A file stays in the inbox, because its name has control characters. Rename it")
                .when(simple("${file:onlyname} regex '(?i)(?=.{101}).*[.](csv|json|jsonl|ndjson)'"))
                    .log(LoggingLevel.WARN, "File ${file:onlyname} stays in the inbox, because its name has more than 100 characters."
                         + " Rename it")
                .when(simple("${file:onlyname} regex '(?i).*[.](csv|json|jsonl|ndjson)'"))
                    .log(LoggingLevel.WARN, "File ${file:onlyname} stays in the inbox, because the application has no permission"
                         + " to read it. Change its permissions")
                .otherwise()
                    .log(LoggingLevel.WARN, "File ${file:onlyname} stays in the inbox, because its name does not end with .csv,"
                         + " .json, .jsonl or .ndjson. Save it in such a format, a spreadsheet as CSV UTF-8, or remove it")
            .end();
        // CHECKSTYLE:ON
    }
}
