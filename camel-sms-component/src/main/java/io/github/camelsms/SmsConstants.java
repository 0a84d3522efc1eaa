package io.github.camelsms;

import org.apache.camel.spi.Metadata;

/**
 * Names of the headers that the component reads and sets.
 */
public final class SmsConstants {

    @Metadata(javaType = "String",
              description = "Recipient number: area code and number, 10 or 11 digits; formatting and prefixes are removed. Used if the body is a text or has no destination. On a result or status exchange: the recipient. For operation=erase: the number to erase. For operation=add, remove and find of sms:opt-out: the number, unless the body is a collection of numbers.")
    public static final String DESTINATION = "CamelSmsDestination";

    @Metadata(javaType = "String",
              description = "The client's own identifier of the message, at most 50 characters. After sending, and on a result exchange: the id of the message, even if it was generated. On a status exchange: the message's id. For a by-date query: filter by this id. For sms:messages: the message, unless the body is a collection of ids.")
    public static final String CORRELATION_ID = "CamelSmsCorrelationId";

    @Metadata(label = "producer", javaType = "String",
              description = "For a body of many messages: a message without a correlation id gets this text, a hyphen and its position in the body, from 1, so that it has the same id when the body is sent again. With an empty text, messages without an id are rejected.")
    public static final String CORRELATION_ID_PREFIX = "CamelSmsCorrelationIdPrefix";

    @Metadata(label = "producer", javaType = "java.time.Instant",
              description = "When the service should send the message: an Instant, a Date, an ISO-8601 text, or epoch seconds.")
    public static final String SCHEDULED_DATE = "CamelSmsScheduledDate";

    @Metadata(label = "producer", javaType = "java.time.Instant",
              description = "Earliest time to send the messages, with a message store and completeOn=stored: an Instant, a Date, an ISO-8601 text, or epoch seconds. Until then they are SCHEDULED and can be cancelled; their time to live begins then.")
    public static final String DUE_AT = "CamelSmsDueAt";

    @Metadata(label = "producer", javaType = "Integer", defaultValue = "4",
              description = "Priority 0 to 9 as in JMS: messages of higher priorities are sent first. Default of the messages in a body of many.")
    public static final String PRIORITY = "CamelSmsPriority";

    @Metadata(label = "producer", javaType = "java.time.Duration",
              description = "Time to live of a message, from when the component accepts it: a Duration, a text such as 30s or PT30S, or milliseconds. An expired message is NOT_SENT. Default of the messages in a body of many.")
    public static final String TIME_TO_LIVE = "CamelSmsTimeToLive";

    @Metadata(javaType = "String",
              description = "Outcome of a single message: ACCEPTED, REJECTED, NOT_SENT or UNKNOWN. Set also when the exchange fails. For operation=settle: the outcome to settle with, not UNKNOWN.")
    public static final String OUTCOME = "CamelSmsOutcome";

    @Metadata(javaType = "Integer",
              description = "The service's code for a single message, or the HTTP status of a response without results; -5 also for an invalid destination.")
    public static final String CODE = "CamelSmsCode";

    @Metadata(javaType = "String",
              description = "The service's id (id_sms) of a single accepted message; for a split message the ids of its segments in order, separated by commas.")
    public static final String ID = "CamelSmsId";

    @Metadata(javaType = "String",
              description = "Why a single message was not accepted, for operators. For operation=cancel, settle, add and import: the reason to store, optional.")
    public static final String REASON = "CamelSmsReason";

    @Metadata(javaType = "java.time.Instant",
              description = "Departure of the last request with a single message; for a split message that of its first segment. Not set without a request. A by-date query accepts it as CamelSmsDate.")
    public static final String SENT_AT = "CamelSmsSentAt";

    @Metadata(javaType = "Integer",
              description = "Number of segments of a split message: after sending a single message, and on a status exchange of a segment.")
    public static final String PARTS = "CamelSmsParts";

    @Metadata(label = "consumer", javaType = "Integer",
              description = "Number of the segment, from 1, if the status is that of a segment of a split message.")
    public static final String PART = "CamelSmsPart";

    @Metadata(label = "consumer", javaType = "String",
              description = "Correlation id of the message, if the status is that of a segment; otherwise the same as CamelSmsCorrelationId.")
    public static final String WHOLE_CORRELATION_ID = "CamelSmsWholeCorrelationId";

    @Metadata(label = "producer", javaType = "Integer",
              description = "Number of accepted messages of an exchange of many.")
    public static final String ACCEPTED = "CamelSmsAccepted";

    @Metadata(label = "producer", javaType = "Integer",
              description = "Number of rejected messages of an exchange of many. After operation=import: number of rejected rows.")
    public static final String REJECTED = "CamelSmsRejected";

    @Metadata(label = "producer", javaType = "Integer",
              description = "Number of messages of an exchange of many that were certainly not sent.")
    public static final String NOT_SENT = "CamelSmsNotSent";

    @Metadata(label = "producer", javaType = "Integer",
              description = "Number of messages of an exchange of many that may or may not have been sent.")
    public static final String UNKNOWN = "CamelSmsUnknown";

    @Metadata(label = "producer", javaType = "Boolean",
              description = "Whether the messages of an exchange are committed to the message store; for many messages only with completeOn=stored.")
    public static final String STORED = "CamelSmsStored";

    @Metadata(label = "producer", javaType = "Boolean",
              description = "Set to true for a single message if a message with its correlation id, text and destination was stored before, or, without a message store, accepted before in this exchange. Nothing was stored or sent now.")
    public static final String DUPLICATE = "CamelSmsDuplicate";

    @Metadata(label = "producer", javaType = "Integer",
              description = "Number of messages that were stored by an exchange of many with completeOn=stored.")
    public static final String STORED_MESSAGES = "CamelSmsStoredMessages";

    @Metadata(label = "producer", javaType = "Integer",
              description = "Number of messages of an exchange of many with completeOn=stored that were stored before. After operation=add and import: number of numbers that were there already.")
    public static final String DUPLICATES = "CamelSmsDuplicates";

    @Metadata(label = "producer", javaType = "io.github.camelsms.model.SmsDryRun",
              description = "Totals of a dry run: counts, segments, requests, time to drain and cost.")
    public static final String DRY_RUN = "CamelSmsDryRun";

    @Metadata(label = "producer", javaType = "java.math.BigDecimal",
              description = "Cost of a dry run, if the option pricePerSegment is set.")
    public static final String COST = "CamelSmsCost";

    @Metadata(label = "producer", javaType = "java.time.Instant",
              description = "Send date of a by-date query: an Instant, a Date, a LocalDate in the endpoint's zone, an ISO-8601 text, or epoch seconds. For operation=find without ids: the day of the outcome.")
    public static final String DATE = "CamelSmsDate";

    @Metadata(label = "producer", javaType = "String",
              description = "For operation=find with CamelSmsDate: names of SmsMessageState or SmsDeliveryStatus, separated by commas, or NOT_REACHED for all messages that certainly or probably have not reached their recipients. Without it, all messages with an outcome are found.")
    public static final String STATUS = "CamelSmsStatus";

    @Metadata(label = "producer", javaType = "Integer",
              description = "After operation=add and import: number of numbers that were added.")
    public static final String ADDED = "CamelSmsAdded";

    @Metadata(label = "producer", javaType = "java.util.List<String>",
              description = "After operation=import: the first 100 rejected rows, each with its line and the reason.")
    public static final String PROBLEMS = "CamelSmsProblems";

    @Metadata(label = "consumer", javaType = "String",
              description = "Delivery status of the message: the name of an SmsDeliveryStatus.")
    public static final String DELIVERY_STATUS = "CamelSmsDeliveryStatus";

    @Metadata(label = "consumer", javaType = "java.time.Instant", description = "When the message was sent, to the second.")
    public static final String SENT_DATE = "CamelSmsSentDate";

    private SmsConstants() {
    }
}
