/**
 * Tests of statistics and reports.
 */
@NullMarked
package io.github.camelsms.benchmarks.report;

import org.jspecify.annotations.NullMarked;
