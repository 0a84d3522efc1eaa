/** The faults of requests: their text form, and which request they affect. */
@NullMarked
package io.github.camelsms.simulator.fault;

import org.jspecify.annotations.NullMarked;
