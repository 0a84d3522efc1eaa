/**
 * Immutable messages, results and statuses of the SMS service.
 */
@NullMarked
package io.github.camelsms.model;

import org.jspecify.annotations.NullMarked;
