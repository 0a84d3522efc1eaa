/**
 * Spring Boot auto-configuration of the <code>sms</code> component.
 */
@NullMarked
package io.github.camelsms.springboot;

import org.jspecify.annotations.NullMarked;
