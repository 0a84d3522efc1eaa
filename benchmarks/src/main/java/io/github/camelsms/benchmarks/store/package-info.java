/**
 * Cost of a message store, compared with bare loops that make the same commits.
 */
@NullMarked
package io.github.camelsms.benchmarks.store;

import org.jspecify.annotations.NullMarked;
