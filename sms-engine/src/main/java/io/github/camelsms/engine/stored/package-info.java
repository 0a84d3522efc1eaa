/**
 * The engine of an account on a message store.
 */
@NullMarked
package io.github.camelsms.engine.stored;

import org.jspecify.annotations.NullMarked;
