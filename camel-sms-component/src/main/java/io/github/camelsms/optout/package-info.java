/**
 * <code>sms:opt-out</code>: the numbers that must not receive messages.
 */
@NullMarked
package io.github.camelsms.optout;

import org.jspecify.annotations.NullMarked;
