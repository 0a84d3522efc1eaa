/** The command {@code check}: what sending a file would do. */
@NullMarked
package io.github.camelsms.cli.check;

import org.jspecify.annotations.NullMarked;
