/**
 * Routes that store the messages of files and queues, and write their results and delivery statuses.
 */
@NullMarked
package io.github.camelsms.sample.routes;

import org.jspecify.annotations.NullMarked;
