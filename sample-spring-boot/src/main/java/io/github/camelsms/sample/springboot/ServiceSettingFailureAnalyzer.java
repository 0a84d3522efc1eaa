package io.github.camelsms.sample.springboot;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Failure analyzer that reports wrong settings of the service without a stack trace.
 */
final class ServiceSettingFailureAnalyzer extends AbstractFailureAnalyzer<ServiceSettingException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, ServiceSettingException cause) {
        return new FailureAnalysis(cause.getMessage(), cause.remedy(), cause);
    }
}
