/** Stateful simulator of the SMS service, for tests and applications. */
@NullMarked
package io.github.camelsms.simulator;

import org.jspecify.annotations.NullMarked;
