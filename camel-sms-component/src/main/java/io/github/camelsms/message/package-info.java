/**
 * Conversion of an exchange's body to checked messages.
 */
@NullMarked
package io.github.camelsms.message;

import org.jspecify.annotations.NullMarked;
