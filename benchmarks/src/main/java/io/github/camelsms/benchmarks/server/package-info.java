/**
 * The service side of the measurements: a lean HTTP server for a separate process, based on the JDK only.
 */
@NullMarked
package io.github.camelsms.benchmarks.server;

import org.jspecify.annotations.NullMarked;
