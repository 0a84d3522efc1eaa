package io.github.camelsms;

import io.github.camelsms.dispatch.CheckedMessage;
import io.github.camelsms.message.ElementSource;

/**
 * Content of an exchange: one message with one result, or many messages with a list of results.
 */
sealed interface SendBody {

    /** One message. */
    record One(CheckedMessage message) implements SendBody {
    }

    /** Any number of messages, including none. The receiver must close them. */
    record Many(ElementSource messages) implements SendBody {
    }
}
