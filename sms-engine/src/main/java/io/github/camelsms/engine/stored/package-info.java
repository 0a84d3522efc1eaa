/**
 * The engine of an account on a message store, and the reconciliation of its messages of unknown outcome.
 * <p>
 * {@link StoredEngine} reads in the order of a message's path: {@link io.github.camelsms.engine.SendEngine} accepts it,
 * {@link Intake} stores it, {@link Claims} claims it for a request shortly before its slot, the engine sends the
 * request, and {@link Outcomes} records the outcome, reports it to the waiting caller, and acknowledges it.
 * {@link Callers} ends waits that no request of this engine ends, {@link Recovery} ends requests of earlier owners, and
 * {@link HandOver} saves the pace for the next owner.
 * <p>
 * {@link Reconciler} looks up messages of unknown outcome at the service, and {@link Settlement} notifies the callers
 * of the messages that this, or a delivery status, settles.
 */
@NullMarked
package io.github.camelsms.engine.stored;

import org.jspecify.annotations.NullMarked;
