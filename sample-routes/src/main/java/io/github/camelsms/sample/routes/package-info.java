/**
 * The routes: from files and queues into the message store, and results and statuses out of it.
 */
@NullMarked
package io.github.camelsms.sample.routes;

import org.jspecify.annotations.NullMarked;
