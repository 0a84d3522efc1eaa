/**
 * The endpoint <code>sms:results</code>: consumption of the outcomes of stored messages.
 */
@NullMarked
package io.github.camelsms.results;

import org.jspecify.annotations.NullMarked;
