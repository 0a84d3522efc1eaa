/** The command {@code opt-out}: the numbers that must not receive messages. */
@NullMarked
package io.github.camelsms.cli.optout;

import org.jspecify.annotations.NullMarked;
