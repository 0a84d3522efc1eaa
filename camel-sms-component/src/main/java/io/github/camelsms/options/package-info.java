/**
 * Validation of options, and their conversion to the settings of accounts, client and engine.
 */
@NullMarked
package io.github.camelsms.options;

import org.jspecify.annotations.NullMarked;
