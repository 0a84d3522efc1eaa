/**
 * The service side of the measurements: a lean HTTP server for a process of its own, made of the JDK alone.
 */
@NullMarked
package io.github.camelsms.benchmarks.server;

import org.jspecify.annotations.NullMarked;
