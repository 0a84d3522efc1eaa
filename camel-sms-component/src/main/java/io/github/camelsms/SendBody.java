package io.github.camelsms;

import io.github.camelsms.dispatch.Intake;
import io.github.camelsms.dispatch.MessageSource;

/**
 * What an exchange asks to send: one message, which gets one result, or many, which get a list.
 */
sealed interface SendBody {

    /** One message. */
    record One(Intake message) implements SendBody {
    }

    /** Many messages, of any number, even none. */
    record Many(MessageSource messages) implements SendBody {
    }
}
