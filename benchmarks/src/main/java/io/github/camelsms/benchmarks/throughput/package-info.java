/**
 * Messages per second without rate limit, singly and in lists.
 */
@NullMarked
package io.github.camelsms.benchmarks.throughput;

import org.jspecify.annotations.NullMarked;
