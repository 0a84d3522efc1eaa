/** Rate limiters, and the limits of the three operations. */
@NullMarked
package io.github.camelsms.simulator.ratelimit;

import org.jspecify.annotations.NullMarked;
