package io.github.camelsms.sample.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;

import org.jspecify.annotations.Nullable;

/**
 * What changes when somebody writes into a file or puts another in its place.
 *
 * @param key identity of the file where the file system has one
 */
record FileState(long size, FileTime lastModified, @Nullable Object key) {

    static FileState of(Path file) throws IOException {
        BasicFileAttributes attributes
                = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        return new FileState(attributes.size(), attributes.lastModifiedTime(), attributes.fileKey());
    }
}
