package io.github.camelsms.store.jdbc;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.github.camelsms.model.SmsDeliveryStatus;
import io.github.camelsms.model.SmsOrigin;
import io.github.camelsms.store.MessageOperations;
import io.github.camelsms.store.SmsClaimed;
import io.github.camelsms.store.SmsFileProgress;
import io.github.camelsms.store.SmsMessageOutcome;
import io.github.camelsms.store.SmsNewMessage;
import io.github.camelsms.store.SmsNotReached;
import io.github.camelsms.store.SmsOffer;
import io.github.camelsms.store.SmsStoredMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import static io.github.camelsms.store.MessageStore.await;
import static io.github.camelsms.store.jdbc.Samples.ACCOUNT;
import static io.github.camelsms.store.jdbc.Samples.accepted;
import static io.github.camelsms.store.jdbc.Samples.message;
import static io.github.camelsms.store.jdbc.Samples.rejected;
import static io.github.camelsms.store.jdbc.Samples.status;
import static io.github.camelsms.store.jdbc.Samples.text;
import static io.github.camelsms.store.jdbc.Samples.unknown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/**
 * Tests for the progress of files and for the messages that were not reached, on each message store.
 */
@ParameterizedClass
@EnumSource(StoreUnderTest.class)
class FileProgressTest extends MessageStoreContract {

    @Test
    void progress_messagesInEachState_countsEachOnce() {
        intake(message("other"), of("a.csv", 1), of("a.csv", 2), of("a.csv", 3), of("a.csv", 4), of("a.csv", 5));
        Instant first = find("a.csv1").storedAt();
        advance(A_MOMENT);
        intake(new SmsNewMessage(of("a.csv", 6).message(), Instant.parse("2040-01-01T00:00:00Z"), Map.of(), SmsOffer.AT_ONCE));
        Instant last = find("a.csv6").storedAt();
        await(store.operations().cancel(ACCOUNT, List.of("a.csv5"), "test"));
        SmsClaimed.Request request = claim(lease(), 4);
        await(record(request, accepted(of(request, "a.csv1")), rejected(of(request, "a.csv2")),
                unknown(of(request, "a.csv3"))));

        assertThat(progress(first)).containsExactly(
                new SmsFileProgress("a.csv", first, last, 6, 2, 1, 1, 0, 1, 1, 0, 0));

        await(store.statuses().read(received(), List.of(status("a.csv1", SmsDeliveryStatus.DELIVERED),
                status("a.csv3", SmsDeliveryStatus.NOT_DELIVERED))));
        assertThat(progress(first)).containsExactly(
                new SmsFileProgress("a.csv", first, last, 6, 2, 2, 1, 0, 0, 1, 1, 1));
    }

    @Test
    void progress_severalFiles_returnsThoseWithMessagesSinceTheTimeTheLastOneFirst() {
        intake(of("old.csv", 1), of("both.csv", 1));
        advance(Duration.ofDays(1));
        intake(of("both.csv", 2));
        Instant since = find("both.csv2").storedAt();
        advance(A_MOMENT);
        intake(of("ç.csv", 1), of("other.csv", 1));

        assertThat(progress(since)).extracting(SmsFileProgress::file)
                .containsExactlyInAnyOrder("ç.csv", "other.csv", "both.csv")
                .last().isEqualTo("both.csv");
        assertThat(progress(since)).extracting(SmsFileProgress::stored).containsOnly(1L);
        assertThat(await(store.operations().progress("another account", since, List.of()))).isEmpty();
    }

    @Test
    void progress_moreFilesThanAreCounted_returnsTheLastOnes() {
        List<SmsNewMessage> files = new ArrayList<>();
        for (int i = 0; i < MessageOperations.MAX_FILES + 20; i++) {
            files.add(of("file" + i, 1));
        }
        await(store.intake().store(ACCOUNT, files));

        assertThat(progress(Instant.EPOCH)).hasSize(MessageOperations.MAX_FILES);
    }

    @Test
    void progress_knownFile_isCountedAgainIfItWaitsOrHasNewMessages() {
        intake(of("a.csv", 1));
        List<SmsFileProgress> waiting = progress(Instant.EPOCH);
        SmsClaimed.Request request = claim(lease(), 1);
        await(record(request, accepted(of(request, "a.csv1"))));

        List<SmsFileProgress> ended = await(store.operations().progress(ACCOUNT, Instant.EPOCH, waiting));
        assertThat(ended).extracting(SmsFileProgress::accepted).containsExactly(1L);
        assertThat(await(store.operations().progress(ACCOUNT, Instant.EPOCH, ended))).isEqualTo(ended);

        advance(A_MOMENT);
        intake(of("a.csv", 2));
        assertThat(await(store.operations().progress(ACCOUNT, Instant.EPOCH, ended)))
                .extracting(SmsFileProgress::stored, SmsFileProgress::waiting)
                .containsExactly(tuple(2L, 1L));
    }

    @Test
    void notReached_severalReasons_countsThemAndReturnsTheLatest() {
        Instant start = storedAt("start");
        List<SmsNewMessage> many = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            many.add(message("m" + i));
        }
        await(store.intake().store(ACCOUNT, many));
        await(store.operations().cancel(ACCOUNT, List.of("start"), "stopped"));
        advance(A_MOMENT);
        SmsClaimed.Request first = claim(lease(), 28);
        await(record(first, first.messages().stream().map(Samples::rejected).toArray(SmsMessageOutcome[]::new)));
        advance(A_MOMENT);
        SmsClaimed.Request second = claim(lease(), 2);
        await(record(second, accepted(of(second, "m28")), unknown(of(second, "m29"))));
        await(store.statuses().read(received(), List.of(status("m28", SmsDeliveryStatus.BLACKLIST))));

        SmsNotReached found = await(store.operations().notReached(ACCOUNT, start, start.plus(Duration.ofHours(1))));

        assertThat(found.total()).isEqualTo(31);
        assertThat(found.byReason()).containsExactly(
                Map.entry("INVALID_NUMBER_FORMAT", 28L), Map.entry("BLACKLIST", 1L), Map.entry("no response", 1L),
                Map.entry("stopped", 1L));
        assertThat(found.latest()).hasSize(SmsNotReached.MAX_LATEST).extracting(SmsStoredMessage::correlationId)
                .startsWith("m29", "m28").doesNotContain("start");
        assertThat(await(store.operations().notReached(ACCOUNT, start.minusSeconds(9), start))).isEqualTo(
                new SmsNotReached(0, Map.of(), List.of()));
    }

    private List<SmsFileProgress> progress(Instant since) {
        return await(store.operations().progress(ACCOUNT, since, List.of()));
    }

    private static SmsNewMessage of(String file, int line) {
        return new SmsNewMessage(text(file + line).withOrigin(new SmsOrigin(file, line)), SmsOffer.AT_ONCE);
    }
}
