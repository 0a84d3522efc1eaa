package io.github.camelsms.dispatch;

import io.github.camelsms.store.MessageRecord;
import io.github.camelsms.store.SmsClaim;
import io.github.camelsms.store.SmsMessageState;
import net.bytebuddy.asm.Advice;

/**
 * A bug that is woven into the engine on a message store, its reconciliation, or the store's rules.
 */
public enum PlantedStoreBug {

    SENDS_AGAIN_AFTER_A_CRASH("store.MessageChanges", "lose", 4, PutBack.class, "left in a second request"),
    SENDS_THE_UNKNOWN_AGAIN("dispatch.ResponseHandler", "unknownResults", 3, PlantedBug.UnknownAgain.class,
                            "left in a second request"),
    BELIEVES_A_PREMATURE_NO_RECORD("account.LookUp", "isTimeOver", 0, Always.class,
                                   "left in a second request|PARKED, but was accepted"),
    IGNORES_RESPONSES("dispatch.StoredOutcomes", "record", 3, PlantedBug.Skipped.class, "was never told|is SENDING in the end"),
    FORGETS_RESPONSES_THAT_FAILED_TO_BE_RECORDED("dispatch.StoredOutcomes", "proceed", 1, PlantedBug.Skipped.class,
                                                 "does not come to rest|is SENDING in the end|was never told"),
    FORGETS_WHAT_A_FAILED_CLAIM_MAY_HAVE_CLAIMED("dispatch.Claims", "notClaimed", 4, NeverRepeated.class,
                                                 "is SENDING in the end|was never told"),
    FORGETS_TO_PUT_BACK("dispatch.Claims", "returnRequests", 1, PlantedBug.Skipped.class,
                        "was never told|does not come to rest|is SENDING in the end"),
    FORGETS_THE_PREDECESSORS_REQUESTS("dispatch.StoredRecovery", "recover", 2, PlantedBug.Skipped.class,
                                      "does not come to rest|is SENDING in the end|was never told"),
    FORGETS_CALLERS("dispatch.StoredOutcomes", "complete", 3, PlantedBug.Skipped.class, "was never told"),
    LETS_CALLERS_WAIT_FOR_EVER("dispatch.StoredCallers", "search", 3, PlantedBug.Skipped.class,
                               "does not come to rest|was never told"),
    REPORTS_WHAT_WAS_REPLACED("dispatch.StoredBacklog", "takeWaiting", 2, AnyRevision.class,
                              "was told NOT_SENT, but|was told that it was not sent");

    public final String type;
    public final String method;
    public final int parameters;
    public final Class<?> code;
    /** Words of the guarantees that it can break, as a regular expression. */
    public final String breaks;

    PlantedStoreBug(String type, String method, int parameters, Class<?> code, String breaks) {
        this.type = "io.github.camelsms." + type;
        this.method = method;
        this.parameters = parameters;
        this.code = code;
        this.breaks = breaks;
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

    static final class NeverRepeated {

        private NeverRepeated() {
        }

        @Advice.OnMethodExit
        static void exit(@Advice.FieldValue(value = "failed", readOnly = false) SmsClaim failed) {
            failed = null;
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
