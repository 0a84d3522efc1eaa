package io.github.camelsms.account;

import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.camelsms.client.HttpReply;
import io.github.camelsms.client.StatusOperations;
import io.github.camelsms.model.SmsStatus;
import io.github.camelsms.store.SmsStatusGap;
import org.jspecify.annotations.Nullable;

/**
 * Round of queries by date that fills gaps: the gaps, and the dates that are left to query. Used by one thread at a
 * time.
 */
final class GapRound {

    final List<SmsStatusGap> gaps;
    final Queue<LocalDate> dates;
    /** Number of statuses that the queries have returned. */
    int found;
    @Nullable
    String incomplete;
    private final Set<SmsStatus> read;

    GapRound(List<SmsStatusGap> gaps, Collection<LocalDate> dates) {
        this.gaps = gaps;
        this.dates = new ArrayDeque<>(dates);
        this.read = gaps.stream().map(SmsStatusGap::body).filter(Objects::nonNull).flatMap(GapRound::statuses)
                .collect(Collectors.toSet());
    }

    private static Stream<SmsStatus> statuses(byte[] body) {
        HttpReply incomplete = new HttpReply.Lost(null, "incomplete", HttpReply.Received.ofStored(body));
        return StatusOperations.parseNotConsulted(incomplete).readSoFar().stream();
    }

    /** Returns the statuses without those that were read before the end of a gap's response was lost. */
    List<SmsStatus> missing(List<SmsStatus> statuses) {
        return statuses.stream().filter(status -> !read.contains(status)).toList();
    }
}
