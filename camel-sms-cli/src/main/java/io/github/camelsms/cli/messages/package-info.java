/** The command {@code messages}: finds and changes stored messages. */
@NullMarked
package io.github.camelsms.cli.messages;

import org.jspecify.annotations.NullMarked;
