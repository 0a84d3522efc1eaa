/**
 * Rate limiting of an account: when its next request may depart.
 */
@NullMarked
package io.github.camelsms.engine.pacing;

import org.jspecify.annotations.NullMarked;
