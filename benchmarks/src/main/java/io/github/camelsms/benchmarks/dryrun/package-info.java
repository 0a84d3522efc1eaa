/**
 * Messages that are checked and not sent.
 */
@NullMarked
package io.github.camelsms.benchmarks.dryrun;

import org.jspecify.annotations.NullMarked;
