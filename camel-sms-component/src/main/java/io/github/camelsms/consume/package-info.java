/**
 * Common parts of the consumers: polls, exchanges in progress, and the acknowledgment of what was claimed.
 */
@NullMarked
package io.github.camelsms.consume;

import org.jspecify.annotations.NullMarked;
