/**
 * Accounts at the service: the client, the engine and the users of each.
 */
@NullMarked
package io.github.camelsms.account;

import org.jspecify.annotations.NullMarked;
