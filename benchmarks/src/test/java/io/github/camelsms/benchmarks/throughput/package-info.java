/**
 * Tests that each sender returns a result for each message.
 */
@NullMarked
package io.github.camelsms.benchmarks.throughput;

import org.jspecify.annotations.NullMarked;
