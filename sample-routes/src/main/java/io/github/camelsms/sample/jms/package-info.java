/**
 * Connections to the broker, and an embedded broker.
 */
@NullMarked
package io.github.camelsms.sample.jms;

import org.jspecify.annotations.NullMarked;
