/**
 * Texts of messages: GSM-7, segments and long messages.
 */
@NullMarked
package io.github.camelsms.text;

import org.jspecify.annotations.NullMarked;
