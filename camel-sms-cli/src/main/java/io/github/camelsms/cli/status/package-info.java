/** The command {@code status}: delivery statuses by message, day or file. */
@NullMarked
package io.github.camelsms.cli.status;

import org.jspecify.annotations.NullMarked;
