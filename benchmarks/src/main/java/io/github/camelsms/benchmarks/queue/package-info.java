/**
 * The sample application on a transacted queue of a real broker: how fast, and what a kill leaves behind.
 */
@NullMarked
package io.github.camelsms.benchmarks.queue;

import org.jspecify.annotations.NullMarked;
