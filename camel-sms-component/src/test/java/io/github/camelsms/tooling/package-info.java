/**
 * What tools read from the jar: the catalogue's description of the component.
 */
@NullMarked
package io.github.camelsms.tooling;

import org.jspecify.annotations.NullMarked;
