/** The command {@code send}: one message, or those of a file. */
@NullMarked
package io.github.camelsms.cli.send;

import org.jspecify.annotations.NullMarked;
