package io.github.camelsms.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

import io.github.camelsms.store.MessageRecord;
import io.github.camelsms.store.SmsMessageState;
import io.github.camelsms.store.SmsOwner;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/**
 * A bug that is woven into the engine with a message store, its reconciliation, or the store's rules.
 */
enum PlantedStoreBug {

    SENDS_AGAIN_AFTER_A_CRASH("store.MessageChanges", "lose", 4, PutBack.class,
                              "departed in a second request|got NOT_SENT, but"),
    SENDS_THE_UNKNOWN_AGAIN("engine.ResponseHandler", "unknownResults", 3, PlantedBug.UnknownAgain.class,
                            "departed in a second request"),
    BELIEVES_A_PREMATURE_NO_RECORD("engine.stored.LookUp", "isTimeOver", 0, Always.class,
                                   "departed in a second request|PARKED, but was accepted"),
    SENDS_AFTER_ITS_HOURS("engine.SendVerdict$Allowed", "until", 0, NoLimit.class, "departed although the policy"),
    IGNORES_RESPONSES("engine.stored.Outcomes", "record", 3, PlantedBug.Skipped.class,
                      "never got a result|is SENDING in the end"),
    FORGETS_RESPONSES_THAT_FAILED_TO_BE_RECORDED("engine.stored.Outcomes", "proceed", 1, PlantedBug.Skipped.class,
                                                 "does not come to rest|is SENDING in the end|never got a result|owns the account in time after a node stopped"),
    FORGETS_WHAT_A_FAILED_CLAIM_MAY_HAVE_CLAIMED("engine.stored.Claims", "putBack", 1, PlantedBug.Skipped.class,
                                                 "is SENDING in the end|never got a result"),
    FORGETS_TO_PUT_BACK("engine.stored.Claims", "returnRequests", 1, PlantedBug.Skipped.class,
                        "never got a result|does not come to rest|is SENDING in the end"),
    FORGETS_THE_PREDECESSORS_REQUESTS("engine.stored.Recovery", "recover", 2, PlantedBug.Skipped.class,
                                      "does not come to rest|is SENDING in the end|never got a result"),
    FORGETS_CALLERS("engine.stored.Outcomes", "complete", 3, PlantedBug.Skipped.class, "never got a result"),
    LETS_CALLERS_WAIT_FOR_EVER("engine.stored.Callers", "search", 3, PlantedBug.Skipped.class,
                               "does not come to rest|never got a result"),
    REPORTS_WHAT_WAS_REPLACED(51, "engine.stored.StoredBacklog", "takeWaiting", 2, AnyRevision.class,
                              "got NOT_SENT, but|its caller got NOT_SENT"),
    COUNTS_THE_INTERVAL_SHORT("engine.pacing.Pacer", "notBefore", 0, PlantedBug.ShortInterval.class, "ms after one of"),
    FORGETS_THE_INTERVAL_OF_OTHERS(58, "engine.Requests", "restore", 2, PlantedBug.Skipped.class, "ms after one of"),
    SENDS_WITHOUT_A_LEASE(542, "ownership.LeaseKeeper", "coversRequest", 1, Always.class, "ms of its lease|owns the account"),
    BELIEVES_A_STALE_OWNER("store.MemoryTables", "holds", 1, Always.class, "a stale"),
    BELIEVES_THE_STOPPED_ALIVE("store.MemoryLeases", "beat", 2, NeverZero.class,
                               "owns the account in time after a node stopped"),
    NEVER_TAKES_OVER(62, "ownership.Nodes", "shouldAcquire", 1, NeverExpired.class,
                     "owns the account in time after a node died|0 processes own the account"),
    SPREADS_BY_REMAINDER("ownership.Nodes", "preferred", 2, Remainder.class, "the account moved");

    /** Seed of the first world, which is known to find the bug. The search continues from there. */
    final long from;
    final String type;
    final String method;
    final int parameters;
    final Class<?> code;
    /** Regular expression for the messages of the guarantees that it can violate. */
    final String breaks;

    PlantedStoreBug(String type, String method, int parameters, Class<?> code, String breaks) {
        this(1, type, method, parameters, code, breaks);
    }

    PlantedStoreBug(long from, String type, String method, int parameters, Class<?> code, String breaks) {
        this.from = from;
        this.type = "io.github.camelsms." + type;
        this.method = method;
        this.parameters = parameters;
        this.code = code;
        this.breaks = breaks;
    }

    static final class NoLimit {

        private NoLimit() {
        }

        @Advice.OnMethodExit
        static void exit(@Advice.Return(readOnly = false) @Nullable Instant until) {
            until = null;
        }
    }

    static final class NeverExpired {

        private NeverExpired() {
        }

        @Advice.OnMethodExit
        static void exit(
                @Advice.Argument(0) String account, @Advice.FieldValue("owners") Map<String, SmsOwner> owners,
                @Advice.Return(readOnly = false) boolean result) {
            SmsOwner owner = owners.get(account);
            result = result && (owner == null || !owner.isExpired());
        }
    }

    static final class NeverZero {

        private NeverZero() {
        }

        @Advice.OnMethodEnter
        static void enter(@Advice.Argument(value = 1, readOnly = false) Duration timeToLive) {
            timeToLive = Duration.ofSeconds(10);
        }
    }

    static final class Remainder {

        private Remainder() {
        }

        @Advice.OnMethodExit
        static void exit(
                @Advice.Argument(0) Collection<String> nodes, @Advice.Return(readOnly = false) @Nullable String chosen) {
            if (!nodes.isEmpty()) {
                List<String> sorted = new ArrayList<>(new TreeSet<>(nodes));
                chosen = sorted.get(Math.floorMod(7, sorted.size()));
            }
        }
    }

    static final class Always {

        private Always() {
        }

        @Advice.OnMethodExit
        static void exit(@Advice.Return(readOnly = false) boolean result) {
            result = true;
        }
    }

    static final class PutBack {

        private PutBack() {
        }

        @Advice.OnMethodExit
        static void exit(@Advice.Argument(0) MessageRecord message) {
            message.state = SmsMessageState.WAITING;
        }
    }

    static final class AnyRevision {

        private AnyRevision() {
        }

        @Advice.OnMethodEnter
        static void enter(@Advice.Argument(value = 1, readOnly = false) long revision) {
            revision = Long.MAX_VALUE;
        }
    }
}
