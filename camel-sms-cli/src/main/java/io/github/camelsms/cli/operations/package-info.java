/** The command {@code operations}: the operations page on this machine. */
@NullMarked
package io.github.camelsms.cli.operations;

import org.jspecify.annotations.NullMarked;
