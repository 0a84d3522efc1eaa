/**
 * Tables, the code to run them, and their processes.
 */
@NullMarked
package io.github.camelsms.benchmarks;

import org.jspecify.annotations.NullMarked;
