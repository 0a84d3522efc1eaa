/**
 * The application itself: start, embedded service and broker, demonstration run and summary.
 */
@NullMarked
package io.github.camelsms.sample.run;

import org.jspecify.annotations.NullMarked;
