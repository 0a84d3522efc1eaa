/**
 * Reports: rounds, their minimum, median and maximum, ratios within a round, Markdown and JSON.
 */
@NullMarked
package io.github.camelsms.benchmarks.report;

import org.jspecify.annotations.NullMarked;
