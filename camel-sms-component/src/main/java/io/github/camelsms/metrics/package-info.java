/**
 * Shows an account's figures as Micrometer meters, where the application has Micrometer. All that touches Micrometer is
 * in here.
 */
@NullMarked
package io.github.camelsms.metrics;

import org.jspecify.annotations.NullMarked;
