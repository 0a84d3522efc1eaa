package io.github.camelsms.simulator;

import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * A JUnit 5 extension that starts a simulator with fresh state before each test, and injects it into parameters of type
 * {@link SmsSimulator}.
 *
 * <p>
 * A static field with {@code @RegisterExtension} shares one simulator, on one port, between all tests of the class; an
 * instance field gives each test its own.
 */
public final class SmsSimulatorExtension
        implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback, ParameterResolver {

    private final SmsSimulator simulator;
    private int classes;

    /** Creates a simulator with default settings. */
    public SmsSimulatorExtension() {
        this(SmsSimulator.builder());
    }

    /** Creates a simulator with the settings of {@code builder}. */
    public SmsSimulatorExtension(SmsSimulatorBuilder builder) {
        this.simulator = builder.build();
    }

    /**
     * Returns the simulator, which starts before the first {@code @BeforeAll} (static field) or {@code @BeforeEach}
     * (instance field).
     */
    public SmsSimulator simulator() {
        return simulator;
    }

    /** Returns {@link SmsSimulator#baseUrl()}. */
    public String baseUrl() {
        return simulator.baseUrl();
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        classes++;
        simulator.start();
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        simulator.reset();
        simulator.start();
    }

    @Override
    public void afterEach(ExtensionContext context) {
        if (classes == 0) {
            simulator.stop();
        }
    }

    @Override
    public void afterAll(ExtensionContext context) {
        // A nested class ends before its outer class.
        if (--classes == 0) {
            simulator.stop();
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == SmsSimulator.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return simulator;
    }
}
