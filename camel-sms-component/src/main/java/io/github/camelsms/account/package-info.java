/**
 * Accounts at the service, each with its client, engine and users.
 */
@NullMarked
package io.github.camelsms.account;

import org.jspecify.annotations.NullMarked;
