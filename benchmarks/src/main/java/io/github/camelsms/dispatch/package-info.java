/**
 * Benchmarks of the engine's package-private parts.
 */
@NullMarked
package io.github.camelsms.engine;

import org.jspecify.annotations.NullMarked;
