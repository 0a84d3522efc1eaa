/** The command that finds out with a few messages what the interface leaves open. */
@NullMarked
package io.github.camelsms.cli.doctor;

import org.jspecify.annotations.NullMarked;
