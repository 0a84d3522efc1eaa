package io.github.camelsms;

import java.util.List;

import io.github.camelsms.model.SmsSendResult;

/**
 * Body of <code>sms:send</code> with many messages that skips what it cannot read as a message. The component counts
 * and logs each skipped message as rejected when the exchange has succeeded. They are not among its results.
 */
public interface SmsInput {

    /** Returns the messages skipped so far, each with its reason. */
    List<SmsSendResult> problems();
}
