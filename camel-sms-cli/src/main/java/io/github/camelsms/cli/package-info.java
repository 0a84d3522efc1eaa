/** The command line of Camel SMS: the root command, which has all others. */
@NullMarked
package io.github.camelsms.cli;

import org.jspecify.annotations.NullMarked;
