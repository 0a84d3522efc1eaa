/**
 * Many accounts in one JVM, each with a limit of its own.
 */
@NullMarked
package io.github.camelsms.benchmarks.accounts;

import org.jspecify.annotations.NullMarked;
