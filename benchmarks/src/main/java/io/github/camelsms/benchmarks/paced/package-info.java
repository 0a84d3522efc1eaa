/**
 * What reaches a service that allows one request a second, over networks and limiters of several kinds.
 */
@NullMarked
package io.github.camelsms.benchmarks.paced;

import org.jspecify.annotations.NullMarked;
