package io.github.camelsms.simulator.http;

import java.net.URI;
import java.util.List;

import com.github.tomakehurst.wiremock.common.BinaryFile;
import com.github.tomakehurst.wiremock.common.FileSource;
import com.github.tomakehurst.wiremock.common.TextFile;

/**
 * An empty, read-only file source for WireMock: the simulator responds from memory.
 *
 * <p>
 * By default, WireMock serves stubs and files below <code>src/test/resources</code> of the current directory.
 */
final class NoFiles implements FileSource {

    private static final String NOWHERE = "no-files";

    @Override
    public BinaryFile getBinaryFileNamed(String name) {
        throw noFiles();
    }

    @Override
    public TextFile getTextFileNamed(String name) {
        throw noFiles();
    }

    @Override
    public void createIfNecessary() {
        // There is nothing to create.
    }

    @Override
    public FileSource child(String name) {
        return this;
    }

    @Override
    public String getPath() {
        return NOWHERE;
    }

    @Override
    public URI getUri() {
        return URI.create("memory:" + NOWHERE);
    }

    @Override
    public List<TextFile> listFilesRecursively() {
        return List.of();
    }

    @Override
    public void writeTextFile(String name, String content) {
        throw noFiles();
    }

    @Override
    public void writeBinaryFile(String name, byte[] content) {
        throw noFiles();
    }

    @Override
    public boolean exists() {
        return false;
    }

    @Override
    public void deleteFile(String name) {
        throw noFiles();
    }

    private static UnsupportedOperationException noFiles() {
        return new UnsupportedOperationException("the simulator has no files");
    }
}
