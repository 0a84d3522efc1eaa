/**
 * Demonstration of the application with a simulator and a broker, which counts the messages.
 */
@NullMarked
package io.github.camelsms.sample.demo;

import org.jspecify.annotations.NullMarked;
