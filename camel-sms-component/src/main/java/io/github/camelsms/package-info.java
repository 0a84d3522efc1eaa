/**
 * The <code>sms</code> component: what a route author sees.
 */
@NullMarked
package io.github.camelsms;

import org.jspecify.annotations.NullMarked;
