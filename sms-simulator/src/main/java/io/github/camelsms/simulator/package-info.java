/** Stateful stand-in for the SMS service, for tests and for a laptop. */
@NullMarked
package io.github.camelsms.simulator;

import org.jspecify.annotations.NullMarked;
