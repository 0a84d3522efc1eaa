/**
 * How many messages a second: single messages and lists, with the limit lifted.
 */
@NullMarked
package io.github.camelsms.benchmarks.throughput;

import org.jspecify.annotations.NullMarked;
