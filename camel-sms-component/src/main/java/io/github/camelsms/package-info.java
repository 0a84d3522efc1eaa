/**
 * The <code>sms</code> component: endpoints, options, headers and exceptions.
 */
@NullMarked
package io.github.camelsms;

import org.jspecify.annotations.NullMarked;
