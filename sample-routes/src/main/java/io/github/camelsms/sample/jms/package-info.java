/**
 * From a batch of queue messages, received in one transaction, to an answer for each of them.
 */
@NullMarked
package io.github.camelsms.sample.jms;

import org.jspecify.annotations.NullMarked;
