package io.github.camelsms.cli;

import io.github.camelsms.test.TimeRules;

/**
 * Checks the rules for time and tests in this module.
 */
class TimeRulesTest extends TimeRules {
}
