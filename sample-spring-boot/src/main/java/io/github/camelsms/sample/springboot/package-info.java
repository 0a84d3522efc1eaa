/**
 * The sample routes as a Spring Boot application.
 */
@NullMarked
package io.github.camelsms.sample.springboot;

import org.jspecify.annotations.NullMarked;
