/**
 * Benchmarks of the engine's package-private parts.
 */
@NullMarked
package io.github.camelsms.dispatch;

import org.jspecify.annotations.NullMarked;
