/**
 * Counts of what became of the messages, for progress lines and summaries.
 */
@NullMarked
package io.github.camelsms.sample.tally;

import org.jspecify.annotations.NullMarked;
