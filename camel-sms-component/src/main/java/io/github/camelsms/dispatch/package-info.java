/**
 * The batching engine of one account: queue, pacing, batches and the outcome of each message. Knows neither Camel, nor
 * HTTP, nor JSON, and reads no clock but the one it is given.
 */
@NullMarked
package io.github.camelsms.dispatch;

import org.jspecify.annotations.NullMarked;
