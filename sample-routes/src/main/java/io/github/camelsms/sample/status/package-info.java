/**
 * Delivery statuses to a queue and a file, and the answers to queries by date.
 */
@NullMarked
package io.github.camelsms.sample.status;

import org.jspecify.annotations.NullMarked;
