/**
 * Immutable messages, results and statuses of the SMS service, and values that all packages use.
 */
@NullMarked
package io.github.camelsms.model;

import org.jspecify.annotations.NullMarked;
