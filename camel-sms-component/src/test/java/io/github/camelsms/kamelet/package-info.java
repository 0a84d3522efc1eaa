/**
 * Tests of the Kamelets in the jar.
 */
@NullMarked
package io.github.camelsms.kamelet;

import org.jspecify.annotations.NullMarked;
