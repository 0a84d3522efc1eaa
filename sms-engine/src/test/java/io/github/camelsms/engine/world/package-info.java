/**
 * A simulated world around the engine: time, threads, callers, network and service, all determined by one seed.
 */
@NullMarked
package io.github.camelsms.engine.world;

import org.jspecify.annotations.NullMarked;
