/**
 * An input of millions of messages in a small heap.
 */
@NullMarked
package io.github.camelsms.benchmarks.memory;

import org.jspecify.annotations.NullMarked;
