/**
 * Tests that every sender gives every message its result.
 */
@NullMarked
package io.github.camelsms.benchmarks.throughput;

import org.jspecify.annotations.NullMarked;
