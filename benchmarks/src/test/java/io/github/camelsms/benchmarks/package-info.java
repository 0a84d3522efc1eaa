/**
 * Tests of how tables are found and run.
 */
@NullMarked
package io.github.camelsms.benchmarks;

import org.jspecify.annotations.NullMarked;
