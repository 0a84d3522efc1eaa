/**
 * Cost of the engine's parts.
 */
@NullMarked
package io.github.camelsms.benchmarks.pieces;

import org.jspecify.annotations.NullMarked;
