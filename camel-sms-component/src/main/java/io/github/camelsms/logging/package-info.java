/**
 * Loggers that sanitize each line and bound its repetition.
 */
@NullMarked
package io.github.camelsms.logging;

import org.jspecify.annotations.NullMarked;
