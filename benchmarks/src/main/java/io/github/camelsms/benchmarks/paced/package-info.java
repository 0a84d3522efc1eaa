/**
 * Achieved rate against a service with one request per second, with several networks and limiters.
 */
@NullMarked
package io.github.camelsms.benchmarks.paced;

import org.jspecify.annotations.NullMarked;
