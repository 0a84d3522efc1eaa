package io.github.camelsms.model;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Parameters of a query by send date (interface, "Query statuses by send date").
 *
 * @param date          send date to query, transmitted in whole seconds
 * @param correlationId correlation id to filter by, or null for all
 * @param destination   the recipient number to filter by, digits only, or null for all
 */
public record StatusQuery(Instant date, @Nullable String correlationId, @Nullable String destination) {

    /**
     * Shows the destination's last four digits only.
     */
    @Override
    public String toString() {
        return "StatusQuery[date=" + date + ", correlationId=" + correlationId + ", destination="
               + Masked.number(destination) + "]";
    }
}
