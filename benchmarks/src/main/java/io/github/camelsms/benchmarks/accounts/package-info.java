/**
 * Many accounts in one JVM, each with its own limit.
 */
@NullMarked
package io.github.camelsms.benchmarks.accounts;

import org.jspecify.annotations.NullMarked;
