/**
 * The application: start, embedded service and broker, demonstration and summary.
 */
@NullMarked
package io.github.camelsms.sample.run;

import org.jspecify.annotations.NullMarked;
