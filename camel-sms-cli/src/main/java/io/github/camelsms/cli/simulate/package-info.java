/** The command {@code simulate}, which runs the simulator of the service. */
@NullMarked
package io.github.camelsms.cli.simulate;

import org.jspecify.annotations.NullMarked;
