/**
 * Measurements of the client's parts that only their own package sees.
 */
@NullMarked
package io.github.camelsms.client;

import org.jspecify.annotations.NullMarked;
