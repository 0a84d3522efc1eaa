package io.github.camelsms.file.docs;

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
            .unmarshal().custom("smsFile")
            .setProperty("smsFile", body())
            .to("sms:send")                                      // body: the result of each message
            .setHeader("CamelFileName", simple("${file:onlyname}.results.csv"))
            .marshal().custom("smsFile")
            .to("file:{{results}}")
            .split(simple("${exchangeProperty.smsFile.problems}"))
                .log("${body.reason}");                          // such as: line 2: it has 3 columns instead of 2
        // end::read[]

        // tag::append[]
        from("sms:status")
            .setHeader("CamelFileName", constant("statuses.csv"))
            .to("seda:rows");

        from("seda:rows")                                        // one consumer, so that rows do not mix
            .to("dataformat:smsFile:marshal?directory={{results}}")
            .to("file:{{results}}?fileExist=Append");
        // end::append[]
        // CHECKSTYLE:ON
    }
}
