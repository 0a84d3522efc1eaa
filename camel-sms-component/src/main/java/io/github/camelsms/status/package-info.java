/**
 * The endpoint <code>sms:status</code>: polls and queries of delivery statuses.
 */
@NullMarked
package io.github.camelsms.status;

import org.jspecify.annotations.NullMarked;
