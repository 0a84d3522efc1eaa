package io.github.camelsms.engine;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;

import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.pool.TypePool;
import org.jspecify.annotations.Nullable;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Packages and their simulated worlds, loaded again with some classes replaced.
 */
final class ReplacedClasses extends ClassLoader {

    private final Map<String, byte[]> replaced;
    private final List<String> packages;

    /**
     * @param packages name prefixes of the classes to load again
     */
    ReplacedClasses(Map<String, byte[]> replaced, String... packages) {
        super(ReplacedClasses.class.getClassLoader());
        this.replaced = replaced;
        this.packages = List.of(packages);
    }

    /** Weaves code into the methods of a class with the given name and number of parameters. */
    static ReplacedClasses with(Class<?> type, String method, int parameters, Class<?> code, String... packages) {
        ClassFileLocator classes = ClassFileLocator.ForClassLoader.of(ReplacedClasses.class.getClassLoader());
        TypeDescription sound = TypePool.Default.of(classes).describe(type.getName()).resolve();
        ElementMatcher<MethodDescription> place = named(method).and(takesArguments(parameters));
        assertThat(sound.getDeclaredMethods().filter(place)).as("methods to plant the bug in").isNotEmpty();
        byte[] planted
                = new ByteBuddy().redefine(sound, classes).visit(Advice.to(code, classes).on(place)).make().getBytes();
        return new ReplacedClasses(Map.of(type.getName(), planted), packages);
    }

    /** Returns the first violation in these worlds, or null. */
    @Nullable
    String firstBroken(String world, int worlds) throws ReflectiveOperationException {
        return firstBroken(world, 1, worlds);
    }

    /** Returns the first violation of a guarantee in these worlds, or the last one of others, or null. */
    @Nullable
    String firstBroken(String world, int worlds, String guarantee) throws ReflectiveOperationException {
        String broken = null;
        for (long seed = 1; seed <= worlds && (broken == null || !broken.contains(guarantee)); seed++) {
            String next = firstBroken(world, seed, 1);
            broken = next == null ? broken : next;
        }
        return broken;
    }

    /**
     * Returns the first violation in these worlds, or null.
     *
     * @param from seed of the first world
     */
    @Nullable
    String firstBroken(String world, long from, int worlds) throws ReflectiveOperationException {
        Method brokenIn = loadClass(world).getDeclaredMethod("brokenIn", long.class);
        brokenIn.setAccessible(true);
        for (long seed = from; seed < from + worlds; seed++) {
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
            if (packages.stream().noneMatch(name::startsWith)) {
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
