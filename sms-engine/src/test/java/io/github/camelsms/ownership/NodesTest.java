package io.github.camelsms.ownership;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.github.camelsms.engine.EngineClock;
import io.github.camelsms.engine.ManualClock;
import io.github.camelsms.model.SmsMessage;
import io.github.camelsms.store.AccountLeases;
import io.github.camelsms.store.InMemoryMessageStore;
import io.github.camelsms.store.MessageStore;
import io.github.camelsms.store.SmsLeaseResult;
import io.github.camelsms.store.SmsNewMessage;
import io.github.camelsms.store.SmsOffer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class NodesTest {

    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final List<String> ACCOUNTS = IntStream.range(0, 300).mapToObj(i -> "account-" + i).toList();

    private final ManualClock clock = new ManualClock();
    private final InMemoryMessageStore store = new InMemoryMessageStore(clock, LEASE, Duration.ofDays(1), true);
    private int acquired;
    private int attempts;
    private Duration latency = Duration.ZERO;
    private final MessageStore slow = view(MessageStore.class, store, (call, result) -> call.getName().equals("leases")
            ? view(AccountLeases.class, store.leases(), (each, value) -> {
                attempts += each.getName().equals("acquire") ? 1 : 0;
                return later((CompletionStage<?>) value);
            }) : result);

    private static <T> T view(Class<T> type, T target, BiFunction<Method, Object, Object> results) {
        return type.cast(
                Proxy.newProxyInstance(
                        type.getClassLoader(), new Class<?>[] { type },
                        (proxy, call, arguments) -> results.apply(call, call.invoke(target, arguments))));
    }

    private <T> CompletionStage<T> later(CompletionStage<T> stage) {
        if (latency.isZero()) {
            return stage;
        }
        CompletableFuture<T> later = new CompletableFuture<>();
        clock.schedule(latency.toNanos(), () -> stage.thenAccept(later::complete));
        return later;
    }

    @Test
    void close_heartbeatRecordedAfterTheRemoval_removesTheNodeAgain() {
        List<Runnable> held = new ArrayList<>();
        MessageStore holding = (MessageStore) Proxy.newProxyInstance(
                MessageStore.class.getClassLoader(), new Class<?>[] { MessageStore.class },
                (proxy, call, arguments) -> call.getName().equals("leases")
                        ? holdingHeartbeats(held) : call.invoke(store, arguments));
        Nodes nodes = new Nodes(holding, "late", clock);
        nodes.start();
        nodes.close();
        held.forEach(Runnable::run);

        assertThat(store.leases().beat("other", Duration.ofMinutes(1)).toCompletableFuture().join())
                .containsExactly("other");
    }

    @Test
    void close_whileAHeartbeatBegins_removesTheNodeAfterIt() {
        Nodes[] nodes = new Nodes[1];
        AccountLeases closing = (AccountLeases) Proxy.newProxyInstance(
                AccountLeases.class.getClassLoader(), new Class<?>[] { AccountLeases.class }, (proxy, call, arguments) -> {
                    if (call.getName().equals("beat") && !Duration.ZERO.equals(arguments[1])) {
                        nodes[0].close();
                    }
                    return call.invoke(store.leases(), arguments);
                });
        nodes[0] = new Nodes(
                view(MessageStore.class, store, (call, result) -> call.getName().equals("leases") ? closing : result), "late",
                clock);
        nodes[0].start();

        assertThat(MessageStore.await(store.leases().beat("other", Duration.ofMinutes(1)))).containsExactly("other");
    }

    /** The store was slow: a response of the past says nothing about the present. */
    @Test
    void read_olderHeartbeatRespondsLast_keepsTheNewerResponse() {
        String account = ACCOUNTS.get(0);
        new Process("owner", List.of(account));
        pass(20);
        List<Runnable> held = new ArrayList<>();
        AccountLeases holding = holdingHeartbeats(held);
        Nodes nodes = new Nodes(
                view(MessageStore.class, store, (call, result) -> call.getName().equals("leases") ? holding : result), "other",
                clock);
        nodes.start();
        long since = clock.nanos();
        pass(Nodes.TIME_TO_LIVE.toSeconds() + 10);
        held.get(held.size() - 1).run();
        assertThat(nodes.isOwnerAlive(account, since)).isTrue();

        held.get(0).run();

        assertThat(nodes.isOwnerAlive(account, since)).isTrue();
    }

    private AccountLeases holdingHeartbeats(List<Runnable> held) {
        return (AccountLeases) Proxy.newProxyInstance(
                AccountLeases.class.getClassLoader(), new Class<?>[] { AccountLeases.class },
                (proxy, call, arguments) -> {
                    if (!call.getName().equals("beat") || Duration.ZERO.equals(arguments[1])) {
                        return call.invoke(store.leases(), arguments);
                    }
                    CompletableFuture<List<String>> heartbeat = new CompletableFuture<>();
                    held.add(() -> store.leases().beat((String) arguments[0], (Duration) arguments[1])
                            .thenAccept(heartbeat::complete));
                    return heartbeat;
                });
    }

    /** A process, whose tasks end when it crashes. */
    private final class Process {

        final String name;
        final Nodes nodes;
        final Map<String, OwnedAccount> accounts = new HashMap<>();
        boolean isAlive = true;
        CompletionStage<Boolean> ready = CompletableFuture.completedFuture(true);

        Process(String name, List<String> used) {
            this.name = name;
            EngineClock alarms = new EngineClock() {
                @Override
                public long nanos() {
                    return clock.nanos();
                }

                @Override
                public Instant instant() {
                    return clock.instant();
                }

                @Override
                public Alarm schedule(long delayNanos, Runnable task) {
                    return clock.schedule(delayNanos, () -> {
                        if (isAlive) {
                            task.run();
                        }
                    });
                }
            };
            nodes = new Nodes(slow, name, alarms);
            nodes.start();
            for (String account : used) {
                OwnedAccount stored = new OwnedAccount(slow, account, account, name, alarms, nodes);
                stored.listen(new LeaseListener() {
                    @Override
                    public void granted(SmsLeaseResult.Granted grant) {
                        acquired++;
                    }

                    @Override
                    public CompletionStage<Boolean> handOver() {
                        return ready;
                    }
                });
                accounts.put(account, stored);
                stored.start();
            }
        }

        void stop() {
            nodes.close();
            accounts.values().forEach(OwnedAccount::close);
            isAlive = false;
        }
    }

    private Process process(String name) {
        return new Process(name, ACCOUNTS);
    }

    private Map<String, String> owners(Process... processes) {
        Map<String, String> owners = new HashMap<>();
        for (Process process : processes) {
            process.accounts.forEach((account, stored) -> {
                if (process.isAlive && stored.lease() != null) {
                    assertThat(owners.put(account, process.name)).as(account).isNull();
                }
            });
        }
        return owners;
    }

    private static List<String> changed(Map<String, String> before, Map<String, String> after) {
        return ACCOUNTS.stream().filter(account -> !before.get(account).equals(after.get(account))).toList();
    }

    private void pass(long seconds) {
        clock.advance(Duration.ofSeconds(seconds));
    }

    @Test
    void start_threeNodes_shareTheAccounts() {
        Process a = process("a");
        Process b = process("b");
        Process c = process("c");
        pass(20);
        Map<String, String> owners = owners(a, b, c);

        assertThat(owners).hasSize(ACCOUNTS.size());
        assertThat(owners.values().stream().collect(Collectors.groupingBy(name -> name, Collectors.counting())).values())
                .allSatisfy(count -> assertThat(count).isBetween(70L, 130L));
        int before = acquired;
        pass(300);
        assertThat(acquired).isEqualTo(before);
    }

    @Test
    void read_messagesOfAnAccountAreDue_tellsItsOwnerOnly() {
        Process a = process("a");
        Process b = process("b");
        pass(20);
        List<String> told = new ArrayList<>();
        List.of(a, b).forEach(process -> process.accounts.forEach(
                (account, stored) -> stored.onHint(hint -> told.add(process.name + " " + account + " " + hint))));
        pass(10);
        assertThat(told).isEmpty();

        String account = ACCOUNTS.get(7);
        MessageStore.await(store.intake().store(account, List.of(
                new SmsNewMessage(new SmsMessage("hello", "11987654321", "m1", null), SmsOffer.NEVER))));
        pass(1);
        assertThat(told).containsExactly(owners(a, b).get(account) + " " + account + " WAITING");
    }

    @Test
    void join_ownersCannotHandOver_acquiresEachAccountRarely() {
        Process a = process("a");
        pass(20);
        a.ready = new CompletableFuture<>();
        process("b");
        pass(Nodes.MIN_ALIVE_TIME.toSeconds() + 2);
        int before = attempts;
        pass(60);
        // About 150 accounts, each once in AccountLeases.WAITING_TIMEOUT.
        assertThat(attempts - before).isBetween(600, 1_200);
    }

    @Test
    void join_fourthNode_movesOnlyItsShareOfAccounts() {
        Process a = process("a");
        Process b = process("b");
        Process c = process("c");
        pass(20);
        Map<String, String> before = owners(a, b, c);
        int acquiredBefore = acquired;
        Process d = process("d");
        pass(Nodes.MIN_ALIVE_TIME.toSeconds() - 1);
        assertThat(owners(a, b, c, d)).isEqualTo(before);
        pass(10);
        Map<String, String> after = owners(a, b, c, d);

        assertThat(after).hasSize(ACCOUNTS.size());
        assertThat(changed(before, after)).hasSizeBetween(45, 105)
                .allSatisfy(account -> assertThat(after.get(account)).isEqualTo("d"));
        assertThat(acquired - acquiredBefore).isEqualTo(changed(before, after).size());
    }

    @Test
    void stop_node_handsOverItsAccountsWithinTwoSeconds() {
        Process a = process("a");
        Process b = process("b");
        Process c = process("c");
        pass(20);
        Map<String, String> before = owners(a, b, c);
        c.stop();
        pass(2);
        Map<String, String> after = owners(a, b);

        assertThat(after).hasSize(ACCOUNTS.size());
        assertThat(changed(before, after)).allSatisfy(account -> assertThat(before.get(account)).isEqualTo("c"));
    }

    @Test
    void kill_node_reassignsItsAccountsWithinLeaseAndTenSeconds() {
        Process a = process("a");
        Process b = process("b");
        pass(20);
        a.isAlive = false;
        pass(LEASE.toSeconds() + 10);

        assertThat(owners(b)).hasSize(ACCOUNTS.size());
    }

    @Test
    void isOwnerAlive_heartbeatAfterTheTime_isTrueUnlessItHasDied() {
        Process a = process("a");
        Process b = new Process("b", List.of());
        pass(20);
        String account = ACCOUNTS.get(0);
        long since = clock.nanos();
        pass(Nodes.TIME_TO_LIVE.toSeconds() - 2);
        assertThat(b.nodes.isOwnerAlive(account, since)).as("it can have died before").isFalse();
        pass(3);
        assertThat(b.nodes.isOwnerAlive(account, since)).isTrue();
        assertThat(a.nodes.isOwnerAlive(account, since)).as("it is this node").isFalse();

        a.isAlive = false;
        long death = clock.nanos();
        for (int i = 0; i < 60; i++) {
            pass(1);
            assertThat(b.nodes.isOwnerAlive(account, death)).isFalse();
        }
    }

    @Test
    void start_accountsUsedByOneNode_stayOnThatNode() {
        Process a = new Process("a", ACCOUNTS);
        Process b = new Process("b", List.of());
        pass(20);
        assertThat(owners(a, b)).hasSize(ACCOUNTS.size());
        pass(300);

        assertThat(acquired).isEqualTo(ACCOUNTS.size());
    }

    @Test
    void kill_preferredNodeDoesNotUseTheAccounts_othersTakeOver() {
        Process a = new Process("a", ACCOUNTS);
        Process b = new Process("b", ACCOUNTS);
        Process c = new Process("c", List.of());
        pass(20);
        assertThat(owners(a, b, c)).hasSize(ACCOUNTS.size());
        b.isAlive = false;
        pass(LEASE.toSeconds() + 10);

        assertThat(owners(a, c)).hasSize(ACCOUNTS.size());
    }

    @Test
    void start_slowStore_sharesTheAccounts() {
        latency = Duration.ofMillis(800);
        Process a = process("a");
        Process b = process("b");
        pass(60);
        Map<String, String> owners = owners(a, b);

        assertThat(owners).hasSize(ACCOUNTS.size());
        assertThat(owners.values().stream().filter("b"::equals).count()).isBetween(110L, 190L);
        int before = acquired;
        pass(300);
        assertThat(acquired).isEqualTo(before);
    }

    @Test
    void start_heartbeatsTakeLongerThanTheirTimeout_sharesTheAccounts() {
        latency = Duration.ofSeconds(6);
        Process a = process("a");
        Process b = process("b");
        pass(120);

        assertThat(owners(a, b)).hasSize(ACCOUNTS.size()).containsValue("a").containsValue("b");
    }

    /** A store that is slow because of its load must not get more of it. */
    @Test
    void read_noHeartbeatForALongTime_acquiresNothing() {
        Process a = process("a");
        Process b = process("b");
        pass(20);
        assertThat(owners(a, b)).hasSize(ACCOUNTS.size());
        int before = attempts;
        latency = Duration.ofMinutes(2);
        pass(LEASE.toSeconds() - 5);

        assertThat(attempts - before).isZero();
    }

    @Test
    void handOver_requestInFlight_waitsForIt() {
        Process a = process("a");
        pass(10);
        CompletableFuture<Boolean> finished = new CompletableFuture<>();
        a.ready = finished;
        Process b = process("b");
        pass(60);
        assertThat(owners(a, b)).doesNotContainValue("b");
        finished.complete(true);
        pass(2);

        assertThat(owners(a, b)).hasSize(ACCOUNTS.size()).containsValue("b");
    }

    @Test
    void weight_isTheSameInAllVersions() {
        assertThat(Long.toHexString(Nodes.weight("node-1", "demo@sms.example.com"))).isEqualTo("a04aba3d488187d8");
        assertThat(Nodes.preferred(List.of(), "demo")).isNull();
    }
}
