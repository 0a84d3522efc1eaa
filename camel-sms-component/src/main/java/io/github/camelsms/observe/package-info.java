/**
 * Monitoring of accounts: counts, metrics, tracing, health checks, console, JMX attributes and log lines.
 */
@NullMarked
package io.github.camelsms.observe;

import org.jspecify.annotations.NullMarked;
