package io.github.camelsms.dispatch;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.Map;

import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.pool.TypePool;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * The simulated worlds find bugs: with any of a number of them in the engine, some world that is run in each build
 * breaks a guarantee.
 */
class PlantedBugsTest {

    private static final int WORLDS = 20_000;

    @ParameterizedTest
    @EnumSource
    void worlds_engineWithABug_breakAGuarantee(PlantedBug bug) throws Exception {
        Engine engine = new Engine(Map.of(bug.type.getName(), planted(bug)));

        String broken = engine.firstBroken(WORLDS);

        assertThat(broken).contains(bug.breaks);
    }

    @Test
    void worlds_engineLoadedTheSameWayWithoutABug_breakNone() throws Exception {
        assertThat(new Engine(Map.of()).firstBroken(500)).isNull();
    }

    private static byte[] planted(PlantedBug bug) {
        ClassFileLocator classes = ClassFileLocator.ForClassLoader.of(PlantedBugsTest.class.getClassLoader());
        TypeDescription sound = TypePool.Default.of(classes).describe(bug.type.getName()).resolve();
        ElementMatcher<MethodDescription> place = named(bug.method).and(takesArguments(bug.parameters));
        assertThat(sound.getDeclaredMethods().filter(place)).as("methods to plant the bug in").isNotEmpty();
        return new ByteBuddy().redefine(sound, classes).visit(Advice.to(bug.code, classes).on(place)).make().getBytes();
    }

    /** The engine and its worlds, loaded anew with some classes replaced. */
    private static final class Engine extends ClassLoader {

        private static final String ENGINE = "io.github.camelsms.dispatch.";

        private final Map<String, byte[]> replaced;

        Engine(Map<String, byte[]> replaced) {
            super(PlantedBugsTest.class.getClassLoader());
            this.replaced = replaced;
        }

        @Nullable
        String firstBroken(int worlds) throws ReflectiveOperationException {
            Method brokenIn = loadClass(ENGINE + "world.World").getDeclaredMethod("brokenIn", long.class);
            brokenIn.setAccessible(true);
            for (long seed = 1; seed <= worlds; seed++) {
                Object broken = brokenIn.invoke(null, seed);
                if (broken != null) {
                    return "seed " + seed + ": " + broken;
                }
            }
            return null;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                if (!name.startsWith(ENGINE)) {
                    return super.loadClass(name, resolve);
                }
                Class<?> loaded = findLoadedClass(name);
                return loaded != null ? loaded : define(name);
            }
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (file == null) {
                    throw new ClassNotFoundException(name);
                }
                byte[] bytes = replaced.getOrDefault(name, file.readAllBytes());
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
