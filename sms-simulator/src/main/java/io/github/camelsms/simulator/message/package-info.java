/** The accepted messages, their delivery and their statuses. */
@NullMarked
package io.github.camelsms.simulator.message;

import org.jspecify.annotations.NullMarked;
