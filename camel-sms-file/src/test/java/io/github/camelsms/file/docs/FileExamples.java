package io.github.camelsms.file.docs;

import io.github.camelsms.file.SmsFileDataFormatDefinition;

import org.apache.camel.builder.RouteBuilder;

/**
 * Examples of docs/files.md.
 */
class FileExamples extends RouteBuilder {

    @Override
    public void configure() {
        // CHECKSTYLE:OFF
        // tag::read[]
        from("file:{{inbox}}?includeExt=csv,json,jsonl,ndjson&readLock=changed&moveFailed=.failed")
            .unmarshal().custom("smsFile")                       // body: an iterator over the rows
            .to("sms:send")                                      // body: the result of each row, in order
            .setHeader("CamelFileName", simple("${file:onlyname}.results.csv"))
            .marshal().custom("smsFile")
            .to("file:{{results}}");
        // end::read[]

        // tag::append[]
        from("sms:status")
            .setProperty("status", body())
            .setBody(exchange -> "correlationId,status,sentDate,destination\n")
            .to("file:{{results}}?fileName=statuses.csv&fileExist=Ignore")       // unless the file exists
            .setBody(exchangeProperty("status"))
            .to("dataformat:smsFile:marshal?header=false")
            .to("file:{{results}}?fileName=statuses.csv&fileExist=Append");
        // end::append[]

        // tag::options[]
        from("direct:legacy")
            .unmarshal(new SmsFileDataFormatDefinition().charset("{{files.charset}}"))
            .to("sms:send");
        // end::options[]
        // CHECKSTYLE:ON
    }
}
