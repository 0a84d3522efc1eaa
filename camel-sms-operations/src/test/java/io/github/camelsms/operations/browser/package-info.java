/**
 * Tests of the operations page in a real browser; run by the profile <code>browser</code>.
 */
@NullMarked
package io.github.camelsms.operations.browser;

import org.jspecify.annotations.NullMarked;
