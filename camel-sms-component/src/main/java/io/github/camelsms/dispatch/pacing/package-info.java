/**
 * The pace of an account: when its next request can leave.
 */
@NullMarked
package io.github.camelsms.dispatch.pacing;

import org.jspecify.annotations.NullMarked;
