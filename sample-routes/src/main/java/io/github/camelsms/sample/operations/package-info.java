/**
 * The operations page and the address that it is served at.
 */
@NullMarked
package io.github.camelsms.sample.operations;

import org.jspecify.annotations.NullMarked;
