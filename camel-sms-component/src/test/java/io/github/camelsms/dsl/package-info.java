/**
 * The same route in each of Camel's languages, run against the simulator.
 */
@NullMarked
package io.github.camelsms.dsl;

import org.jspecify.annotations.NullMarked;
