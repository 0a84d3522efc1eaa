/** What commands share as programs: exit codes, errors, and interruption by a signal. */
@NullMarked
package io.github.camelsms.cli.process;

import org.jspecify.annotations.NullMarked;
