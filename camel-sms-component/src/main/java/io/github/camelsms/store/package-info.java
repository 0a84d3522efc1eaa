/**
 * The message store: what it promises, the data that goes in and out, and an implementation in memory.
 */
@NullMarked
package io.github.camelsms.store;

import org.jspecify.annotations.NullMarked;
