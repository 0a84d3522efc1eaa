/**
 * Rate of the sample application on a transacted queue of a real broker, and its state after a kill.
 */
@NullMarked
package io.github.camelsms.benchmarks.queue;

import org.jspecify.annotations.NullMarked;
