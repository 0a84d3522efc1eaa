/**
 * From the body of an exchange to checked messages.
 */
@NullMarked
package io.github.camelsms.message;

import org.jspecify.annotations.NullMarked;
