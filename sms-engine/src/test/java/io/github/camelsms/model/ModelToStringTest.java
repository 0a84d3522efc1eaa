package io.github.camelsms.model;

import java.time.Instant;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ModelToStringTest {

    private static final String NUMBER = "11987654321";

    @Test
    void toString_resultWithNumberInItsReason_showsTheLastFourDigits() {
        SmsSendResult result = SmsSendResult.rejected(-5, "no such number: " + NUMBER, "a");

        assertThat(result).hasToString(
                "SmsSendResult[outcome=REJECTED, code=-5, smsId=null, reason=no such number: ****4321, correlationId=a, sentAt=null, destination=null, origin=null]");
        assertThat(result.reason()).contains(NUMBER);
    }

    @Test
    void toString_acceptedResult_showsAllFieldsAndMasksTheNumber() {
        SmsSendResult result = SmsSendResult.accepted(5, "7", "a").withSentAt(Instant.EPOCH)
                .about(NUMBER, new SmsOrigin("a.csv", 2));

        assertThat(result).hasToString(
                "SmsSendResult[outcome=ACCEPTED, code=5, smsId=7, reason=null, correlationId=a, sentAt=1970-01-01T00:00:00Z,"
                                       + " destination=****4321, origin=SmsOrigin[file=a.csv, line=2]]");
    }

    @Test
    void toString_statusWithNumberInItsText_showsTheLastFourDigits() {
        SmsStatus status = new SmsStatus("a", NUMBER, null, SmsDeliveryStatus.OTHER, "BLOCKED +55 (11) 98765-4321");

        assertThat(status).hasToString(
                "SmsStatus[correlationId=a, destination=****4321, sentDate=null, status=OTHER, rawStatus=BLOCKED ****4321]");
    }

    @Test
    void toString_message_showsNoText() {
        assertThat(new SmsMessage("secret", NUMBER, "a", null).toString()).doesNotContain("secret", NUMBER)
                .contains("****4321");
    }

    @Test
    void toString_check_masksTheNumbers() {
        SmsCheck check = new SmsCheck(
                NUMBER, new SmsOrigin("a.csv", 2), "a", SmsEncoding.GSM_7, 1, SmsCheck.Verdict.REJECTED, "-5",
                "no such number: " + NUMBER);

        assertThat(check).hasToString(
                "SmsCheck[destination=****4321, origin=SmsOrigin[file=a.csv, line=2], correlationId=a, encoding=GSM_7,"
                                      + " segments=1, verdict=REJECTED, code=-5, reason=no such number: ****4321]");
    }
}
