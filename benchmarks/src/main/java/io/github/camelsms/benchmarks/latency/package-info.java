/**
 * Latency of messages, alone and at a low rate.
 */
@NullMarked
package io.github.camelsms.benchmarks.latency;

import org.jspecify.annotations.NullMarked;
