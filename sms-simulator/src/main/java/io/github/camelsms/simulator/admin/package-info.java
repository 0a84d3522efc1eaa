/** The admin API of the simulator, below WireMock's {@code /__admin}. */
@NullMarked
package io.github.camelsms.simulator.admin;

import org.jspecify.annotations.NullMarked;
