/**
 * The processes that tests start beside them, and the networks between these.
 */
@NullMarked
package io.github.camelsms.sample.environment;

import org.jspecify.annotations.NullMarked;
