package io.github.camelsms;

import org.apache.camel.spi.Metadata;

/**
 * Names of the headers that the component reads and sets.
 */
public final class SmsConstants {

    @Metadata(label = "producer", javaType = "String",
              description = "Recipient number: area code and number, 10 or 11 digits; formatting, and the country code 55 or a leading 0, are removed. Read when the body is a text, or has none itself. On a status exchange: the recipient as the service lists it.")
    public static final String DESTINATION = "CamelSmsDestination";

    @Metadata(javaType = "String",
              description = "The client's own identifier of the message, at most 50 characters. After sending: the id under which the message was sent, whether given or made. On a status exchange: the message's id. For a by-date query: filter by this id.")
    public static final String CORRELATION_ID = "CamelSmsCorrelationId";

    @Metadata(label = "producer", javaType = "java.time.Instant",
              description = "When the service is to send the message: an Instant, a Date, an ISO-8601 text, or epoch seconds.")
    public static final String SCHEDULED_DATE = "CamelSmsScheduledDate";

    @Metadata(label = "producer", javaType = "Integer", defaultValue = "4",
              description = "Priority 0 to 9, as JMS has it: what has more goes first, in order within a priority. For a body of many it is that of each message without one of its own.")
    public static final String PRIORITY = "CamelSmsPriority";

    @Metadata(label = "producer", javaType = "java.time.Duration",
              description = "How long a message is worth sending, from when it is handed in: a Duration, a text such as 30s or PT30S, or milliseconds. What is older when its turn comes is not sent and comes back NOT_SENT. For a body of many it is that of each message without one of its own.")
    public static final String TIME_TO_LIVE = "CamelSmsTimeToLive";

    @Metadata(label = "producer", javaType = "String",
              description = "Outcome of a single message: ACCEPTED, REJECTED, NOT_SENT or UNKNOWN. Set also when the exchange fails.")
    public static final String OUTCOME = "CamelSmsOutcome";

    @Metadata(label = "producer", javaType = "Integer",
              description = "The service's code for a single message, if it gave one.")
    public static final String CODE = "CamelSmsCode";

    @Metadata(label = "producer", javaType = "String",
              description = "The service's id (id_sms) of a single accepted message; of one that was split, those of its parts in order, with commas between them.")
    public static final String ID = "CamelSmsId";

    @Metadata(label = "producer", javaType = "String",
              description = "Why a single message was not accepted, for a person to read.")
    public static final String REASON = "CamelSmsReason";

    @Metadata(label = "producer", javaType = "String",
              description = "When the last request that carried a single message left, as ISO-8601 text in UTC, for example 2026-03-01T12:00:00.123Z; of a message that was split, when its first part left. Not set if no request carried it. A by-date query takes it as CamelSmsDate.")
    public static final String SENT_AT = "CamelSmsSentAt";

    @Metadata(javaType = "Integer",
              description = "How many parts a message has that was split. After sending: of a single message. On a status exchange: of the message that the status is of a part of.")
    public static final String PARTS = "CamelSmsParts";

    @Metadata(label = "consumer", javaType = "Integer",
              description = "Number of the part, from 1, if the status is of a part of a split message.")
    public static final String PART = "CamelSmsPart";

    @Metadata(label = "consumer", javaType = "String",
              description = "The correlation id of the whole message, if the status is of a part of a split one; otherwise the same as CamelSmsCorrelationId.")
    public static final String WHOLE_CORRELATION_ID = "CamelSmsWholeCorrelationId";

    @Metadata(label = "producer", javaType = "Integer",
              description = "How many messages of an exchange of many were accepted.")
    public static final String ACCEPTED = "CamelSmsAccepted";

    @Metadata(label = "producer", javaType = "Integer",
              description = "How many messages of an exchange of many were rejected.")
    public static final String REJECTED = "CamelSmsRejected";

    @Metadata(label = "producer", javaType = "Integer",
              description = "How many messages of an exchange of many were certainly not sent.")
    public static final String NOT_SENT = "CamelSmsNotSent";

    @Metadata(label = "producer", javaType = "Integer",
              description = "How many messages of an exchange of many may or may not have been sent.")
    public static final String UNKNOWN = "CamelSmsUnknown";

    @Metadata(label = "producer", javaType = "java.time.Instant",
              description = "Send date of a by-date query: an Instant, a Date, a LocalDate in the endpoint's zone, an ISO-8601 text, or epoch seconds.")
    public static final String DATE = "CamelSmsDate";

    @Metadata(label = "consumer", javaType = "String",
              description = "Delivery status of the message: the name of an SmsDeliveryStatus.")
    public static final String DELIVERY_STATUS = "CamelSmsDeliveryStatus";

    @Metadata(label = "consumer", javaType = "java.time.Instant", description = "When the message was sent, to the second.")
    public static final String SENT_DATE = "CamelSmsSentDate";

    private SmsConstants() {
    }
}
