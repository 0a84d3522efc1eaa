package io.github.camelsms.store.jdbc;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import javax.net.SocketFactory;

import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.store.SmsClaim;
import io.github.camelsms.store.SmsClaimed;
import io.github.camelsms.store.SmsLease;
import io.github.camelsms.store.SmsLeaseResult;
import io.github.camelsms.store.SmsNewMessage;
import io.github.camelsms.store.SmsResultDelivery;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

import static io.github.camelsms.store.MessageStore.await;
import static io.github.camelsms.store.jdbc.Samples.ACCOUNT;
import static io.github.camelsms.store.jdbc.Samples.message;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests how often calls wait for PostgreSQL, counted on the network: the delay of a single message consists of these
 * round trips.
 */
class RoundTripsTest {

    private static final AtomicInteger ROUND_TRIPS = new AtomicInteger();

    private final Postgres postgres = new Postgres();
    private final JdbcMessageStore store = postgres.store();
    private SmsLease lease;
    private int messages;

    /** Sockets that count how often a response is read after something was written. */
    public static final class CountingSocketFactory extends SocketFactory {

        @Override
        public Socket createSocket() {
            return new Socket() {

                private volatile boolean hasWritten;

                @Override
                public OutputStream getOutputStream() throws IOException {
                    return new FilterOutputStream(super.getOutputStream()) {
                        @Override
                        public void write(byte[] bytes, int offset, int length) throws IOException {
                            hasWritten = true;
                            out.write(bytes, offset, length);
                        }
                    };
                }

                @Override
                public InputStream getInputStream() throws IOException {
                    return new FilterInputStream(super.getInputStream()) {
                        @Override
                        public int read(byte[] bytes, int offset, int length) throws IOException {
                            if (hasWritten) {
                                hasWritten = false;
                                ROUND_TRIPS.incrementAndGet();
                            }
                            return super.read(bytes, offset, length);
                        }
                    };
                }
            };
        }

        @Override
        public Socket createSocket(String host, int port) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Socket createSocket(String host, int port, InetAddress localHost, int localPort) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Socket createSocket(InetAddress host, int port) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Socket createSocket(InetAddress address, int port, InetAddress localAddress, int localPort) {
            throw new UnsupportedOperationException();
        }
    }

    @BeforeEach
    void start() {
        PGSimpleDataSource counted = Samples.dataSource(postgres.url());
        counted.setSocketFactory(CountingSocketFactory.class.getName());
        store.setDataSource(counted);
        store.start();
        lease = ((SmsLeaseResult.Granted) await(store.leases().acquire(ACCOUNT, "node"))).lease();
        // Opens the connections. The driver looks up types once for each.
        record(claimNew());
        await(claimResults());
        await(store.intake().store(ACCOUNT, List.of(message("stored"))));
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void claim_newMessage_needsTwoRoundTrips() {
        assertThat(roundTrips(this::claimNewMessage)).isEqualTo(2);
    }

    @Test
    void claim_storedMessage_needsTwoRoundTrips() {
        assertThat(roundTrips(() -> store.sending().claim(claim(List.of())))).isEqualTo(2);
    }

    @Test
    void claim_moreThanARequestStored_needsTwoRoundTrips() {
        await(store.intake().store(ACCOUNT, Samples.messages("stored", 250)));

        assertThat(roundTrips(() -> store.sending().claim(claim(List.of())))).isEqualTo(2);
    }

    /** The additional one searches the messages that have waited longest. */
    @Test
    void claim_moreThanARequestOfTwoPrioritiesStored_needsThreeRoundTrips() {
        await(store.intake().store(ACCOUNT, Samples.messages("stored", 250)));
        await(store.intake().store(ACCOUNT, List.of(Samples.message("low", SmsMessage.LOWEST_PRIORITY))));

        assertThat(roundTrips(() -> store.sending().claim(claim(List.of())))).isEqualTo(3);
    }

    @Test
    void claim_nothingWaiting_needsTwoRoundTrips() {
        claimNew();

        assertThat(roundTrips(() -> store.sending().claim(claim(List.of())))).isEqualTo(2);
    }

    @Test
    void record_outcome_needsTwoRoundTrips() {
        SmsClaimed.Request request = claimNew();

        assertThat(roundTrips(() -> recording(request))).isEqualTo(2);
    }

    @Test
    void store_oneMessage_needsTwoRoundTrips() {
        assertThat(roundTrips(() -> store.intake().store(ACCOUNT, List.of(message("another"))))).isEqualTo(2);
    }

    @Test
    void renew_lease_needsTwoRoundTrips() {
        assertThat(roundTrips(() -> store.leases().renew(lease))).isEqualTo(2);
    }

    @Test
    void results_claimed_needFiveRoundTripsAndTwoForTheirAcknowledgment() {
        assertThat(roundTrips(this::claimResults)).as("three to claim, and two to read the messages").isEqualTo(5);

        List<SmsResultDelivery> deliveries = await(claimResults());
        assertThat(roundTrips(() -> store.results().acknowledge(deliveries.stream().map(SmsResultDelivery::key).toList())))
                .isEqualTo(2);
    }

    @Test
    void purge_manyAccountsWithoutOldMessages_needsThreeRoundTrips() {
        postgres.execute("INSERT INTO sms_account (name) SELECT 'account ' || n FROM generate_series(1, 1000) AS c(n)");
        await(store.operations().purge(100));

        assertThat(roundTrips(() -> store.operations().purge(100))).isEqualTo(3);
    }

    private static int roundTrips(Supplier<CompletionStage<?>> call) {
        int before = ROUND_TRIPS.get();
        await(call.get());
        return ROUND_TRIPS.get() - before;
    }

    private SmsClaim claim(List<SmsNewMessage> fresh) {
        return new SmsClaim(lease, ++messages, 1, 200, Duration.ofSeconds(40), fresh);
    }

    private CompletionStage<SmsClaimed> claimNewMessage() {
        return store.sending().claim(claim(List.of(message("new" + messages))));
    }

    private SmsClaimed.Request claimNew() {
        return await(claimNewMessage()).requests().get(0);
    }

    private CompletionStage<?> recording(SmsClaimed.Request request) {
        return store.sending().record(
                request.id(), request.messages().stream().map(Samples::accepted).toList(), Samples.RECONCILED);
    }

    private void record(SmsClaimed.Request request) {
        await(recording(request));
    }

    private CompletionStage<List<SmsResultDelivery>> claimResults() {
        return store.results().claim(ACCOUNT, 100, Duration.ZERO);
    }
}
