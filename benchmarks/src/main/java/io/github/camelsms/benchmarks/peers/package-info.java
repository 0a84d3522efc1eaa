/**
 * The compared senders: ours, the bare client, and the frameworks.
 */
@NullMarked
package io.github.camelsms.benchmarks.peers;

import org.jspecify.annotations.NullMarked;
