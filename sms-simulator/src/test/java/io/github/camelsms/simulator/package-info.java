/** Tests of the simulator over real HTTP. */
@NullMarked
package io.github.camelsms.simulator;

import org.jspecify.annotations.NullMarked;
