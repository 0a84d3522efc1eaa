/** The command line. */
@NullMarked
package io.github.camelsms.simulator.cli;

import org.jspecify.annotations.NullMarked;
