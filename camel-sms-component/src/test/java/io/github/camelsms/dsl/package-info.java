/**
 * The same routes in each DSL of Camel, run against the simulator.
 */
@NullMarked
package io.github.camelsms.dsl;

import org.jspecify.annotations.NullMarked;
