/**
 * The service side of the measurements: a lean HTTP server in a separate process.
 */
@NullMarked
package io.github.camelsms.benchmarks.server;

import org.jspecify.annotations.NullMarked;
