@NullMarked
package io.github.camelsms.benchmarks.store;

import org.jspecify.annotations.NullMarked;
