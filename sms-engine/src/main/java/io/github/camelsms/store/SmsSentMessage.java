package io.github.camelsms.store;

import io.github.camelsms.model.Masked;

/**
 * Message that was sent to a number, may have been sent, or is in flight.
 *
 * @param account       account that has sent it
 * @param correlationId its correlation id
 * @param destination   its number, digits only
 */
public record SmsSentMessage(String account, String correlationId, String destination) {

    /** Shows only the last four digits of the number. */
    @Override
    public String toString() {
        return "SmsSentMessage[account=" + account + ", correlationId=" + correlationId + ", destination="
               + Masked.number(destination) + "]";
    }
}
