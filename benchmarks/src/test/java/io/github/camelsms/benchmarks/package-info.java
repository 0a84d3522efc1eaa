/**
 * Tests of the command line and of running tables.
 */
@NullMarked
package io.github.camelsms.benchmarks;

import org.jspecify.annotations.NullMarked;
