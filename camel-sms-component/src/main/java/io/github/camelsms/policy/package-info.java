/**
 * Policies for messages that are sent, and what asks them.
 */
@NullMarked
package io.github.camelsms.policy;

import org.jspecify.annotations.NullMarked;
