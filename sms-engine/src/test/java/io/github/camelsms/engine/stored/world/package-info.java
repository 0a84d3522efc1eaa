/**
 * Simulated worlds with processes on a message store, all determined by one seed.
 */
@NullMarked
package io.github.camelsms.engine.stored.world;

import org.jspecify.annotations.NullMarked;
