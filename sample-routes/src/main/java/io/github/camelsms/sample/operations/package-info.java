/**
 * The operations page and the address at which it is served.
 */
@NullMarked
package io.github.camelsms.sample.operations;

import org.jspecify.annotations.NullMarked;
