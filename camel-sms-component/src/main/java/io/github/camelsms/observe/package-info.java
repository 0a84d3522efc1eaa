/**
 * Monitoring of accounts: counts, metrics, tracing, health checks, console, JMX figures and log lines.
 */
@NullMarked
package io.github.camelsms.observe;

import org.jspecify.annotations.NullMarked;
