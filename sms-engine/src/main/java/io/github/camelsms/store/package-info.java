/**
 * Message store: its contract, its data types, and an in-memory implementation.
 */
@NullMarked
package io.github.camelsms.store;

import org.jspecify.annotations.NullMarked;
