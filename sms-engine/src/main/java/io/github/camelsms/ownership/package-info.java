/**
 * Which node of several owns an account: leases, and how accounts are spread over nodes.
 */
@NullMarked
package io.github.camelsms.ownership;

import org.jspecify.annotations.NullMarked;
