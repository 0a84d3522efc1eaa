/**
 * Senders with a permanent backlog, and their results.
 */
@NullMarked
package io.github.camelsms.benchmarks.backlog;

import org.jspecify.annotations.NullMarked;
