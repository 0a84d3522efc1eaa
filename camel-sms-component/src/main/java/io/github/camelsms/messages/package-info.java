/**
 * The endpoint <code>sms:messages</code>: operations on stored messages.
 */
@NullMarked
package io.github.camelsms.messages;

import org.jspecify.annotations.NullMarked;
