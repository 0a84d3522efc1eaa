package io.github.camelsms.simulator;

import java.net.URI;
import java.util.List;

import com.github.tomakehurst.wiremock.common.BinaryFile;
import com.github.tomakehurst.wiremock.common.FileSource;
import com.github.tomakehurst.wiremock.common.TextFile;

/**
 * Folder of WireMock without a file, which takes none either: the simulator answers from memory.
 *
 * <p>
 * Without it WireMock serves stubs and files below <code>src/test/resources</code> of the current folder.
 */
final class NoFiles implements FileSource {

    private static final String NOWHERE = "no-files";

    @Override
    public BinaryFile getBinaryFileNamed(String name) {
        throw none();
    }

    @Override
    public TextFile getTextFileNamed(String name) {
        throw none();
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
        throw none();
    }

    @Override
    public void writeBinaryFile(String name, byte[] content) {
        throw none();
    }

    @Override
    public boolean exists() {
        return false;
    }

    @Override
    public void deleteFile(String name) {
        throw none();
    }

    private static UnsupportedOperationException none() {
        return new UnsupportedOperationException("the simulator has no files");
    }
}
