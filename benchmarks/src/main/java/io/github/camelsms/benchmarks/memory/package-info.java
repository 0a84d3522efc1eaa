/**
 * An input of millions in a small heap.
 */
@NullMarked
package io.github.camelsms.benchmarks.memory;

import org.jspecify.annotations.NullMarked;
