/**
 * The HTTP server of the operations page: its port, and its guard.
 */
@NullMarked
package io.github.camelsms.sample.operations;

import org.jspecify.annotations.NullMarked;
