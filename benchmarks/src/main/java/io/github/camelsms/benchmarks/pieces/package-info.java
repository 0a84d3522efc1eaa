/**
 * What the parts of the engine cost by themselves.
 */
@NullMarked
package io.github.camelsms.benchmarks.pieces;

import org.jspecify.annotations.NullMarked;
