package io.github.camelsms.store;

import java.time.Instant;

import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import io.github.camelsms.model.Masked;
import org.jspecify.annotations.Nullable;

/**
 * Number that must not receive messages.
 *
 * @param number digits only; a mobile number of Brazil has its ninth digit
 * @param since  when it was added
 * @param reason why it was added, or null
 */
public record SmsOptOut(String number,
        // Without a module, Jackson cannot write an Instant.
        @JsonSerialize(using = ToStringSerializer.class) Instant since, @Nullable String reason) {

    /** Shows the number's last four digits only. */
    @Override
    public String toString() {
        return "SmsOptOut[number=" + Masked.number(number) + ", since=" + since + ", reason=" + reason + "]";
    }
}
