package io.github.camelsms.store.jdbc;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

import org.sqlite.SQLiteJDBCLoader;
import org.sqlite.util.LibraryLoaderUtil;

/**
 * Command lines of short-lived processes with the classpath of the tests. With an archive of loaded classes (class data
 * sharing), such a process needs little more than half the processor time to start.
 */
final class ChildJvm {

    private static final String JAVA = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    private static final List<String> OPTIONS = List.of(
            "-Xmx128m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Dorg.sqlite.lib.path=" + unpackSqlite());

    private final Path archive;
    private final String jars;

    /**
     * @param folder for the archive and for jars of classpath directories, which an archive cannot contain
     */
    ChildJvm(Path folder) throws IOException {
        archive = folder.resolve("classes.jsa");
        jars = jars(folder);
    }

    /** Returns a command for a process without an archive. */
    static List<String> plain(Class<?> main, String... args) {
        return command(List.of(), System.getProperty("java.class.path"), main, args);
    }

    /** Returns a command for a process that writes the archive when it exits. */
    List<String> writingArchive(Class<?> main, String... args) {
        return command(List.of("-XX:ArchiveClassesAtExit=" + archive, "-Xlog:cds=off", "-Xlog:cds+dynamic=off"), jars, main,
                args);
    }

    /** Returns a command for a process that uses the archive, if it exists. */
    List<String> command(Class<?> main, String... args) {
        return command(Files.exists(archive) ? List.of("-XX:SharedArchiveFile=" + archive) : List.of(), jars, main, args);
    }

    private static List<String> command(List<String> options, String classPath, Class<?> main, String... args) {
        return Stream.of(List.of(JAVA), OPTIONS, options, List.of("-cp", classPath, main.getName()), Arrays.asList(args))
                .flatMap(List::stream).toList();
    }

    /**
     * Returns a folder with the native library. Otherwise each process unpacks it, and a killed process does not delete
     * it.
     */
    private static Path unpackSqlite() {
        String name = LibraryLoaderUtil.getNativeLibName();
        try (InputStream library = SQLiteJDBCLoader.class
                .getResourceAsStream(LibraryLoaderUtil.getNativeLibResourcePath() + "/" + name)) {
            Path folder = Files.createTempDirectory("sqlite");
            folder.toFile().deleteOnExit();
            Path file = folder.resolve(name);
            file.toFile().deleteOnExit();
            Files.copy(Objects.requireNonNull(library), file);
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String jars(Path folder) throws IOException {
        List<String> jars = new ArrayList<>();
        for (String element : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path path = Path.of(element);
            if (Files.isDirectory(path)) {
                Path jar = folder.resolve("classes-" + jars.size() + ".jar");
                pack(path, jar);
                jars.add(jar.toString());
            } else if (Files.exists(path)) {
                jars.add(element);
            }
        }
        return String.join(File.pathSeparator, jars);
    }

    private static void pack(Path classes, Path jar) throws IOException {
        List<Path> files;
        try (Stream<Path> found = Files.walk(classes)) {
            files = found.filter(Files::isRegularFile).toList();
        }
        try (OutputStream bytes = Files.newOutputStream(jar); JarOutputStream out = new JarOutputStream(bytes)) {
            out.setLevel(0);
            for (Path file : files) {
                out.putNextEntry(new JarEntry(classes.relativize(file).toString().replace(File.separatorChar, '/')));
                Files.copy(file, out);
                out.closeEntry();
            }
        }
    }
}
