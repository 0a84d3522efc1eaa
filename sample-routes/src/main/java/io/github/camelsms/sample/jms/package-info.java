/**
 * Connections to the broker, and a broker inside the application.
 */
@NullMarked
package io.github.camelsms.sample.jms;

import org.jspecify.annotations.NullMarked;
