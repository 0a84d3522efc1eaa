/**
 * The measurements: which tables there are, how one is run, and the processes it needs.
 */
@NullMarked
package io.github.camelsms.benchmarks;

import org.jspecify.annotations.NullMarked;
