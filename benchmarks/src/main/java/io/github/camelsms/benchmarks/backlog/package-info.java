/**
 * Senders that always have more to send than the limit allows, and what became of it.
 */
@NullMarked
package io.github.camelsms.benchmarks.backlog;

import org.jspecify.annotations.NullMarked;
