/**
 * Batching engine of an account: queue, pacing, batches and the outcome of each message. It does not depend on Camel,
 * HTTP or JSON, and reads no clock other than its {@link io.github.camelsms.engine.EngineClock}.
 */
@NullMarked
package io.github.camelsms.engine;

import org.jspecify.annotations.NullMarked;
