/**
 * Tests of the figures' arithmetic.
 */
@NullMarked
package io.github.camelsms.benchmarks.report;

import org.jspecify.annotations.NullMarked;
