/**
 * How long a message takes: alone, and in a trickle.
 */
@NullMarked
package io.github.camelsms.benchmarks.latency;

import org.jspecify.annotations.NullMarked;
