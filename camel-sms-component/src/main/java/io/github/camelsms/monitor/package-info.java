/**
 * Counts what happens to an account and remembers its last requests and troubles, for everybody who wants to look.
 */
@NullMarked
package io.github.camelsms.monitor;

import org.jspecify.annotations.NullMarked;
