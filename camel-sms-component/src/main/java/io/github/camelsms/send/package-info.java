/**
 * The endpoint <code>sms:send</code>: from checked messages to the results of their exchange.
 */
@NullMarked
package io.github.camelsms.send;

import org.jspecify.annotations.NullMarked;
