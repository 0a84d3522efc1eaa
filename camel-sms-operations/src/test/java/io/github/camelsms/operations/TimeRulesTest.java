package io.github.camelsms.operations;

import io.github.camelsms.test.TimeRules;

/**
 * Checks the rules for time and tests in this module.
 */
class TimeRulesTest extends TimeRules {
}
