/**
 * The ways to get messages into the service that are compared: ours, the bare client, and the frameworks.
 */
@NullMarked
package io.github.camelsms.benchmarks.peers;

import org.jspecify.annotations.NullMarked;
