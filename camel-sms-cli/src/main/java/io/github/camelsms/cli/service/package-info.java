/** The options of commands that use the service or the message store, and the Camel context that they configure. */
@NullMarked
package io.github.camelsms.cli.service;

import org.jspecify.annotations.NullMarked;
