/** A stateful simulator of the SMS service: what tests and applications use. */
@NullMarked
package io.github.camelsms.simulator;

import org.jspecify.annotations.NullMarked;
