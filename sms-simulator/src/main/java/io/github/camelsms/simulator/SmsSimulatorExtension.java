package io.github.camelsms.simulator;

import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * A simulator for the tests of a class: it listens before each test, with a fresh state, and is also handed to
 * parameters of type {@link SmsSimulator}.
 *
 * <p>
 * In a static field with {@code @RegisterExtension} one simulator listens for all tests of the class, on one port; in
 * an instance field each test has its own.
 */
public final class SmsSimulatorExtension
        implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback, ParameterResolver {

    private final SmsSimulator simulator;
    private int classes;

    /** A simulator with every setting at its default. */
    public SmsSimulatorExtension() {
        this(SmsSimulator.builder());
    }

    /** A simulator with the builder's settings. */
    public SmsSimulatorExtension(SmsSimulatorBuilder builder) {
        this.simulator = builder.build();
    }

    /**
     * The simulator; it listens from before the first {@code @BeforeAll} (static) or {@code @BeforeEach} (instance).
     */
    public SmsSimulator simulator() {
        return simulator;
    }

    /** The same as {@link SmsSimulator#baseUrl()}. */
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
        // Nested classes come and go within their outer class.
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
