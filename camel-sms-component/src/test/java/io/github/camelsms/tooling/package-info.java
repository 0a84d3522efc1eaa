/**
 * Tests of the metadata that tools read from the jar.
 */
@NullMarked
package io.github.camelsms.tooling;

import org.jspecify.annotations.NullMarked;
