package io.github.camelsms;

import io.github.camelsms.dispatch.CheckedMessage;
import io.github.camelsms.message.ElementSource;

/**
 * What an exchange asks to send: one message, which gets one result, or many, which get a list.
 */
sealed interface SendBody {

    /** One message. */
    record One(CheckedMessage message) implements SendBody {
    }

    /** Many messages, of any number, even none. Who takes them closes them. */
    record Many(ElementSource messages) implements SendBody {
    }
}
