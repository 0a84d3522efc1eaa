/**
 * Measurements of the engine's parts that only their own package sees.
 */
@NullMarked
package io.github.camelsms.dispatch;

import org.jspecify.annotations.NullMarked;
