package io.github.camelsms.store.jdbc;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.store.SmsClaimed;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsLeaseResult;
import io.github.camelsms.store.SmsNewMessage;
import io.github.camelsms.store.SmsOffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static io.github.camelsms.store.MessageStore.await;
import static io.github.camelsms.store.jdbc.Samples.ACCOUNT;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that an erased text and number are no longer in the files of a running store.
 */
class ErasedBytesTest {

    private static final String TEXT = "Diagnosis 4711";
    private static final String NUMBER = "11912345678";
    private static final int MESSAGES = 600;

    @TempDir
    Path folder;

    @Test
    void erase_runningFile_leavesNoCopyOfTextAndNumber() throws IOException {
        Path file = folder.resolve("messages.db");
        try (JdbcMessageStore store = new JdbcMessageStore()) {
            store.setFile(file.toString());
            store.start();
            SmsLease lease = ((SmsLeaseResult.Granted) await(store.leases().acquire(ACCOUNT, "node"))).lease();
            for (int chunk = 0; chunk < 6; chunk++) {
                int first = chunk * MESSAGES / 6;
                await(store.intake().store(
                        ACCOUNT, IntStream.range(first, first + MESSAGES / 6).mapToObj(ErasedBytesTest::message).toList()));
                // Longer rows split the pages.
                SmsClaimed.Request sent = await(store.sending().claim(Samples.claim(lease, chunk + 1, 80))).requests().get(0);
                await(store.sending().record(
                        sent.id(), sent.messages().stream().map(Samples::accepted).toList(), Samples.RECONCILED));
            }
            long block = await(store.statuses().announce(ACCOUNT, lease, Samples.RECONCILED.lookAfter())).orElseThrow();
            await(store.statuses().receive(block,
                    ("<html>" + (NUMBER + TEXT + ' ').repeat(2_000)).getBytes(StandardCharsets.UTF_8)));
            await(store.statuses().markUnreadable(block, "no list of statuses"));
            assertThat(copies(file)).isGreaterThan(MESSAGES / 20);

            assertThat(await(store.operations().erase(NUMBER))).isEqualTo(MESSAGES / 20);

            assertThat(copies(file)).isZero();
        }
    }

    private static SmsNewMessage message(int i) {
        boolean isErased = i % 20 == 7;
        SmsMessage message = new SmsMessage(
                (isErased ? TEXT : "Your code is ") + " " + i, isErased ? NUMBER : Samples.NUMBER, "id" + i, null);
        return new SmsNewMessage(message, null, Map.of("kept", "header " + i), SmsOffer.AT_ONCE);
    }

    private static int copies(Path file) throws IOException {
        int copies = 0;
        for (String suffix : List.of("", "-wal")) {
            String content = Files.readString(Path.of(file + suffix), StandardCharsets.ISO_8859_1);
            copies += content.split(TEXT, -1).length - 1 + content.split(NUMBER, -1).length - 1;
        }
        return copies;
    }
}
