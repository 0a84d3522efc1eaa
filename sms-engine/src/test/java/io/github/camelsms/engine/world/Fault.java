package io.github.camelsms.engine.world;

/** Faults of one request between the engine and the service. */
enum Fault {

    SENDER_REFUSES,
    SENDER_RESPONDS_AND_THROWS,
    NO_CALLBACK,
    NOT_CONNECTED,
    SLOW_CONNECTION,
    LOST_THERE,
    LOST_BACK,
    RESET_THERE,
    RESET_BACK,
    SERVER_ERROR,
    REDIRECTED,
    UNREADABLE_RESPONSE,
    SLOW_RESPONSE,
    LATE_ARRIVAL,
    RESPONSE_TWICE,
    CREDENTIALS_REJECTED,
    NOT_UNDERSTOOD,
    THROTTLED,
    ITEMS_THROTTLED,
    ITEMS_REJECTED,
    ITEMS_OPEN,
    FEWER_ITEMS,
    MORE_ITEMS
}
