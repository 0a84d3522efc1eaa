/**
 * Loggers that keep each line safe and bound its repetition.
 */
@NullMarked
package io.github.camelsms.logging;

import org.jspecify.annotations.NullMarked;
