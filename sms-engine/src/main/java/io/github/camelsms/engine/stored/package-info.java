/**
 * The engine of an account on a message store.
 * <p>
 * {@link StoredEngine} reads in the order of a message's path: {@link io.github.camelsms.engine.SendEngine} accepts it,
 * {@link Intake} stores it, {@link Claims} claims it for a request shortly before its slot, the engine sends the
 * request, and {@link Outcomes} records the outcome, reports it to the waiting caller, and acknowledges it.
 * {@link Callers} ends waits that no request of this engine ends, {@link Recovery} ends requests of earlier owners, and
 * {@link HandOver} saves the pace for the next owner.
 */
@NullMarked
package io.github.camelsms.engine.stored;

import org.jspecify.annotations.NullMarked;
