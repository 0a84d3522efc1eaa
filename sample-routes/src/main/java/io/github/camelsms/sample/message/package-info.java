/**
 * How a message is written outside: its JSON form and the forms of a scheduled date.
 */
@NullMarked
package io.github.camelsms.sample.message;

import org.jspecify.annotations.NullMarked;
